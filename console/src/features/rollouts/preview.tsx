import { api } from '@heatfleet/contract/api.ts'
import { PREVIEW_OUTCOMES, type PreviewUnit } from '@heatfleet/contract/rollouts/preview.ts'
import type { RolloutSettings } from '@heatfleet/contract/rollouts/rollout.ts'
import { type ReactNode, useEffect } from 'react'
import { macColumn } from '../../lists/columns.tsx'
import { listOf } from '../../lists/list.ts'
import { ListTable } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import type { Selection } from '../../ui/data-table-selection.ts'
import { defaultParam } from '../../ui/filter-bar-params.ts'
import { formatNumber } from '../../ui/format.ts'
import { QuickTabs } from '../../ui/tabs.tsx'
import { OutcomeMark } from './marks.tsx'
import { devicePath } from './paths.ts'
import { reasonText } from './reason-text.ts'
import css from './rollouts.module.css'
import { useSettingTexts } from './use-values.tsx'

const SHOWN = ['all', ...PREVIEW_OUTCOMES] as const

type Given = Pick<RolloutSettings, 'product_key' | 'points'>
const { list, column, filter } = listOf(api.rolloutPreview, 'rollouts', ({ product_key, points }: Given) => ({
  points,
  settings: useSettingTexts(product_key),
}))

/** What settings would do to each unit, by its newest values. */
const previewUnits = list({
  name: null,
  needs: 'rollout:view',
  label: ({ t }) => t(($) => $.detail.preview),
  key: ({ mac }) => mac,
  title: ({ device_name, mac }) => device_name || mac,
  path: ({ mac }) => devicePath(mac),
  summary: ({ t }, count) => t(($) => $.units, { count }),
  never: ({ t }) => ({ title: t(($) => $.wizard.no_units) }),
  filters: {
    only: {
      ...filter.hidden(defaultParam(SHOWN, 'all'), (only) => (only === 'all' ? {} : { only })),
      kept: true,
    },
  },
  body: () => ({}),
  columns: {
    mac: macColumn(160),
    device_name: column.link(
      190,
      ({ mac }) => devicePath(mac),
      ({ device_name, mac }) => device_name || mac,
      { grows: true },
    ),
    outcome: column.custom(140, ({ outcome }) => <OutcomeMark outcome={outcome} />),
    reason: column.textOf(220, ({ reason }, { t }) => reasonText(t, reason)),
    old_values: column.textOf(
      190,
      ({ values }, { settings }) =>
        settings.settingLine(values.map(({ key, old_value }) => ({ key, value: old_value }))),
      { title: ({ t }) => t(($) => $.columns.present_values) },
    ),
    new_values: column.textOf(190, (_, { settings, points }) => settings.settingLine(points)),
    agent_name: column.text(140),
  },
})

export type PreviewTotals = Record<(typeof PREVIEW_OUTCOMES)[number], number>

/** The units with what would happen to each, and the counts of each outcome. */
export function Preview(props: {
  settings: RolloutSettings
  /** What can be done with ticked units. */
  tools?: (selection: Selection<PreviewUnit>, settings: RolloutSettings) => ReactNode
  /** Called with the counts of each outcome, once they are there. */
  onCounts?: (counts: PreviewTotals) => void
}) {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  const { product_key, target, points } = props.settings
  const units = useList(
    previewUnits,
    { product_key, points },
    { embedded: true, also: { product_key, target, points } },
  )
  const counts = units.read.data?.counts
  const { onCounts } = props
  useEffect(() => {
    if (counts !== undefined) onCounts?.(counts)
  }, [counts, onCounts])
  const all = counts === undefined ? undefined : PREVIEW_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0)
  const badge = (count: number | undefined) => (count === undefined ? undefined : formatNumber(count, 0, lang))
  return (
    <div className={css.list}>
      <QuickTabs
        label={t(($) => $.columns.outcome)}
        value={units.address.only}
        onChange={(only) => units.change({ only })}
        items={SHOWN.map((key) => ({
          key,
          label: key === 'all' ? t(($) => $.wizard.all) : t(($) => $.outcomes[key]),
          badge: badge(key === 'all' ? all : counts?.[key]),
        }))}
      />
      <div className={css.table}>
        <ListTable
          of={units}
          {...(props.tools === undefined ? {} : { selectionTools: props.tools(units.selection, props.settings) })}
        />
      </div>
    </div>
  )
}
