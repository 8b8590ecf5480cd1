import { api } from '@heatfleet/contract/api.ts'
import type { ControlLogRow } from '@heatfleet/contract/controls/controls.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { usePointText } from '../../points/point-text.ts'
import { useDefinition } from '../../points/use-definition.ts'
import { formatTime } from '../../ui/format.ts'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading, NoPermission } from '../../ui/states.tsx'
import css from './controls.module.css'
import { type Sample, samplesAround } from './samples-around.ts'

/** Slow blocks are reported every five minutes: so far back the last value before a command is looked for, ms. */
const BEFORE_MS = 600_000
const AFTER_MS = 60_000

/** Key values of the unit before a command and after its end. */
export function UnitAround({ row }: { row: ControlLogRow }) {
  const t = useMessages('controls')
  const sees_history = usePermission('history:view')
  return (
    <section>
      <h3>{t(($) => $.drawer.around)}</h3>
      {sees_history ? <Around row={row} /> : <NoPermission permission="history:view" />}
    </section>
  )
}

type Line = { key: string; name: string; before: Sample | null; after: Sample | null }

function Around({ row }: { row: ControlLogRow }) {
  const t = useMessages('controls')
  const lang = useLanguage()
  const { textOf, nameOf } = usePointText()
  const { definition, default_curves } = useDefinition(row.product_key)
  const from = Date.parse(row.control_time)
  const to = Date.parse(row.finish_time ?? row.control_time)
  const keys = [row.point_key, ...default_curves.filter((key) => key !== row.point_key)]
  const points = keys.filter((key) => definition?.get(key)?.in_history).slice(0, LIMITS.history_points_max)
  const period = { from: new Date(from - BEFORE_MS).toISOString(), to: new Date(to + AFTER_MS).toISOString() }
  const { data, error, refetch } = useRead(
    api.historyData,
    { body: { macs: [row.mac], points, ...period, resolution: 'raw' } },
    { enabled: points.length > 0 },
  )
  if (definition !== null && points.length === 0) return <p className={css.weak}>{t(($) => $.drawer.around_none)}</p>
  if (data === undefined)
    return error === null ? <Loading rows={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />
  const lines: Line[] = points.map((key) => {
    const series = data.series.find((one) => one.key === key)
    const point = definition?.get(key)
    return { key, name: point === undefined ? key : nameOf(point), ...samplesAround(series, from, to) }
  })
  if (lines.every(({ before, after }) => before === null && after === null))
    return <p className={css.weak}>{t(($) => $.drawer.around_none)}</p>
  const cell = (side: 'before' | 'after') => (line: Line) => {
    const sample = line[side]
    const { text, unit } = textOf(definition?.get(line.key), sample?.value)
    return (
      <span className={css.sample} data-changed={side === 'after' && isChanged(line) ? true : undefined}>
        <b>{text}</b> {unit}
        {sample !== null && <time>{formatTime(sample.at, lang, 'second')}</time>}
      </span>
    )
  }
  return (
    <>
      <PlainTable
        label={t(($) => $.drawer.around)}
        columns={[
          { key: 'name', title: t(($) => $.drawer.around_point), cell: ({ name }) => name },
          { key: 'before', title: t(($) => $.drawer.around_before), cell: cell('before') },
          { key: 'after', title: t(($) => $.drawer.around_after), cell: cell('after') },
        ]}
        rows={lines}
        keyOf={({ key }) => key}
      />
      <p className={css.weak}>{t(($) => $.drawer.around_hint)}</p>
    </>
  )
}

const isChanged = ({ before, after }: Line): boolean =>
  before !== null && after !== null && before.value !== after.value
