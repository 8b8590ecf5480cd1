import type { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { parseIdList } from '@heatfleet/contract/identifiers.ts'
import type { RolloutDraft } from '@heatfleet/contract/rollouts/rollout.ts'
import type { WaveSize } from '@heatfleet/contract/rollouts/rules.ts'
import type { WizardStart } from './paths.ts'

/** How units are chosen; `listed` = the filter of the device list that led here. */
export const TARGET_WAYS = ['filter', 'group', 'macs', 'listed'] as const
type TargetWay = (typeof TARGET_WAYS)[number]

/** All that is typed in the wizard; one draft for all steps, so that going back loses nothing. */
export type WizardDraft = {
  product_key: string
  by: TargetWay
  agent_id: number | undefined
  software_version: string
  hardware_version: string
  import_tag: string
  tag: string
  device_name: string
  group_id: number | undefined
  macs: string
  listed: Partial<DeviceFilter> | null
  template: string | null
  points: RolloutDraft['points']
  name: string
  remark: string
  waves: WaveSize[]
  stop_failed_percent: number | null
  stop_failed_min: number | null
  wave_finished_percent: number | null
  confirm_waves: boolean
  deadline_hours: number | null
}

/** A small first wave, then a part, then the rest: what people should start from. */
const FIRST_WAVES: WaveSize[] = [
  { size: 5, unit: 'devices' },
  { size: 25, unit: 'percent' },
  { size: 100, unit: 'percent' },
]

/** The draft as a screen hands it over, else empty. */
export const startDraft = ({ product_key = '', macs, filter, template }: WizardStart): WizardDraft => ({
  product_key: product_key || (filter?.product_key ?? ''),
  by: macs !== undefined ? 'macs' : filter !== undefined ? 'listed' : 'filter',
  agent_id: undefined,
  software_version: '',
  hardware_version: '',
  import_tag: '',
  tag: '',
  device_name: '',
  group_id: undefined,
  macs: macs?.join('\n') ?? '',
  listed: filter ?? null,
  template: template ?? null,
  points: [],
  name: '',
  remark: '',
  waves: FIRST_WAVES,
  stop_failed_percent: 10,
  stop_failed_min: 2,
  wave_finished_percent: 80,
  confirm_waves: false,
  deadline_hours: 72,
})

/** Which units, as the call wants them; whatever is empty does not filter. */
export const targetOf = (draft: WizardDraft): object => {
  if (draft.by === 'macs') return { by: 'macs', macs: parseIdList(draft.macs).ids }
  if (draft.by === 'group') return { by: 'filter', filter: { group_id: draft.group_id } }
  if (draft.by === 'listed') {
    const { sort_by: _, sort_order: __, ...filter } = draft.listed ?? {}
    return { by: 'filter', filter }
  }
  const { agent_id, software_version, hardware_version, import_tag, tag, device_name } = draft
  const typed = { agent_id, software_version, hardware_version, import_tag, tag, device_name }
  return {
    by: 'filter',
    filter: Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined && value !== '')),
  }
}

/** The draft as it is sent. */
export const bodyOf = (draft: WizardDraft): object => ({
  name: draft.name,
  remark: draft.remark,
  product_key: draft.product_key,
  target: targetOf(draft),
  points: draft.points,
  template: draft.template,
  waves: draft.waves,
  stop_failed_percent: draft.stop_failed_percent,
  stop_failed_min: draft.stop_failed_min,
  wave_finished_percent: draft.wave_finished_percent,
  confirm_waves: draft.confirm_waves,
  deadline_hours: draft.deadline_hours,
})
