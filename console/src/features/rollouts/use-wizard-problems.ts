import { parseIdList } from '@heatfleet/contract/identifiers.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { checkTemplateValue } from '@heatfleet/contract/products/check-templates.ts'
import { RolloutDraft } from '@heatfleet/contract/rollouts/rollout.ts'
import { useMessages } from '../../messages/messages.ts'
import { useDefinition } from '../../points/use-definition.ts'
import type { PreviewTotals } from './preview.tsx'
import { bodyOf, type WizardDraft } from './wizard-draft.ts'

/** The steps of the wizard, in order. */
export const STEPS = ['units', 'settings', 'preview', 'waves', 'review'] as const
export type Step = (typeof STEPS)[number]

/** Why each step cannot be left yet; undefined = it can. */
export const useWizardProblems = (
  draft: WizardDraft,
  counts: PreviewTotals | undefined,
): Record<Step, string | undefined> => {
  const t = useMessages('rollouts')
  const { definition } = useDefinition(draft.product_key || undefined)
  const units = () => {
    if (draft.product_key === '') return t(($) => $.wizard.missing.product)
    if (draft.by === 'group' && draft.group_id === undefined) return t(($) => $.wizard.missing.group)
    if (draft.by !== 'macs') return undefined
    const { ids, incomplete } = parseIdList(draft.macs)
    if (incomplete.length > 0) return t(($) => $.wizard.missing.incomplete)
    if (ids.length > LIMITS.filter_ids_max) return t(($) => $.wizard.missing.over_max, { max: LIMITS.filter_ids_max })
    return ids.length === 0 ? t(($) => $.wizard.missing.macs) : undefined
  }
  const settings = () => {
    if (draft.points.length === 0) return t(($) => $.wizard.missing.points)
    const settingOf = (key: string) => draft.points.find((one) => one.key === key)?.value
    const is_wrong = draft.points.some(({ key, value }) => {
      const point = definition?.get(key)
      return point === undefined || checkTemplateValue(point, value, settingOf) !== null
    })
    return is_wrong ? t(($) => $.wizard.missing.values) : undefined
  }
  const preview = () => {
    if (counts === undefined) return t(($) => $.wizard.missing.preview)
    if (counts.change + counts.equal + counts.offline + counts.not_writable === 0) return t(($) => $.wizard.no_units)
    return counts.change + counts.offline === 0 ? t(($) => $.wizard.nothing_changes) : undefined
  }
  const named = { ...bodyOf(draft), name: '-' }
  return {
    units: units(),
    settings: settings(),
    preview: preview(),
    waves: RolloutDraft.safeParse(named).success ? undefined : t(($) => $.wizard.missing.waves),
    review: draft.name.trim() === '' ? t(($) => $.wizard.missing.name) : undefined,
  }
}
