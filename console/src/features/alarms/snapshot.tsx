import type { AlarmDetail, AlarmSnapshot } from '@heatfleet/contract/alarms/alarm.ts'
import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import { api } from '@heatfleet/contract/api.ts'
import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { useMemo, useState } from 'react'
import { useRead } from '../../cloud/call.ts'
import { planAxes } from '../../curves/axes.ts'
import { chartHeight, curveOption } from '../../curves/curve-option.ts'
import { convertSeries, inDisplayUnits } from '../../curves/display-units.ts'
import { assignStyles } from '../../curves/series-style.ts'
import { useMessages } from '../../messages/messages.ts'
import { usePointText } from '../../points/point-text.ts'
import type { Definition } from '../../points/readings.ts'
import { unitText } from '../../points/unit-text.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { usePalette } from '../../ui/chart/palette.ts'
import { timeTicks } from '../../ui/chart/time-ticks.ts'
import { MultiSelectField } from '../../ui/field-multi-select.tsx'
import { CsvButton } from '../../ui/figure-csv.tsx'
import { formatTime } from '../../ui/format.ts'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import css from './alarms.module.css'
import { type ShownPoints, SnapshotReports } from './snapshot-reports.tsx'

/** Curves drawn at first, and at most. */
const FIRST_CURVES = 5
const CURVES_MAX = 12
const CURVES_PX = 260

type Props = { alarm: AlarmDetail; definition: Definition | null; default_curves: readonly string[] }

/** All points half an hour before and after the trigger, as curves and as a table. */
export function Snapshot({ alarm, definition, default_curves }: Props) {
  const t = useMessages('alarms')
  const stored = alarm.snapshot === 'stored'
  const { data, error, refetch } = useRead(
    api.alarmSnapshot,
    { params: { id: alarm.alarm_id } },
    { enabled: stored, staleTime: Number.POSITIVE_INFINITY },
  )
  if (alarm.snapshot === 'waiting') return <p className={css.weak}>{t(($) => $.snapshot.waiting)}</p>
  if (alarm.snapshot === 'none') return <p className={css.weak}>{t(($) => $.snapshot.none)}</p>
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (data === undefined || definition === null) return <Loading />
  return (
    <Drawn
      snapshot={data}
      alarm_id={alarm.alarm_id}
      of={alarm.rule_key}
      definition={definition}
      default_curves={default_curves}
    />
  )
}

const VIEWS = ['curves', 'table', 'each'] as const

function Drawn({
  snapshot,
  alarm_id,
  of,
  definition,
  default_curves,
}: {
  snapshot: AlarmSnapshot
  alarm_id: number
  of: string
  definition: Definition
  default_curves: readonly string[]
}) {
  const t = useMessages('alarms')
  const [view, setView] = useState<(typeof VIEWS)[number]>('curves')
  const { nameOf, language } = usePointText()
  const title = (key: string): string => {
    const point = definition.get(key)
    if (point === undefined) return key
    return point.unit === '' ? nameOf(point) : `${nameOf(point)} (${unitText(point.unit, language)})`
  }
  const known = snapshot.points.filter(({ key }) => definition.has(key))
  const shown = { ...snapshot, points: known }
  const offered = known.map(({ key }) => key)
  const [keys, setKeys] = useState(() =>
    [...new Set([of, ...default_curves])].filter((key) => offered.includes(key)).slice(0, FIRST_CURVES),
  )
  return (
    <>
      <Tabs
        label={t(($) => $.detail.snapshot)}
        value={view}
        onChange={setView}
        items={VIEWS.map((key) => ({ key, label: t(($) => $.snapshot[key]) }))}
      />
      {view !== 'table' && (
        <MultiSelectField
          label={t(($) => $.snapshot.choose)}
          value={keys}
          onChange={setKeys}
          max={CURVES_MAX}
          options={known.map(({ key }) => {
            const point = definition.get(key)
            return { value: key, label: point === undefined ? key : nameOf(point) }
          })}
        />
      )}
      {view === 'curves' ? (
        <Curves snapshot={shown} keys={keys} definition={definition} />
      ) : view === 'table' ? (
        <ValuesTable snapshot={shown} definition={definition} />
      ) : (
        <SnapshotReports snapshot={shown} keys={keys} definition={definition} />
      )}
      <p className={css.weak}>
        {t(($) => $.snapshot.reports, { count: snapshot.at_ms.length })}{' '}
        <CsvButton name={t(($) => $.snapshot.file, { id: alarm_id })} rows={() => fileOf(shown, title)} />
      </p>
    </>
  )
}

function Curves({ snapshot, keys, definition }: ShownPoints) {
  const t = useMessages('alarms')
  const palette = usePalette()
  const { nameOf, inline, language } = usePointText()
  const option = useMemo(() => {
    const shown = inDisplayUnits(definition)
    const name = (key: string) => {
      const point = shown.get(key)
      return point === undefined ? key : nameOf(point)
    }
    const trigger = Date.parse(snapshot.trigger_time)
    const [from, to] = [trigger - ALARM_LIMITS.snapshot_side_ms, trigger + ALARM_LIMITS.snapshot_side_ms]
    const series = snapshot.points
      .filter(({ key }) => keys.includes(key))
      .map(({ key, values }): HistorySeries => ({ mac: '', key, t: snapshot.at_ms, v: values, min: null, max: null }))
    const plan = planAxes(keys.flatMap((key) => shown.get(key) ?? []))
    return {
      plan,
      option: curveOption({
        series: series.map((one) => convertSeries(one, definition)),
        points: shown,
        plan,
        styles_by_key: assignStyles(keys),
        from,
        to,
        bands: [],
        marks: [{ kind: 'alarm', at: trigger, label: t(($) => $.snapshot.trigger) }],
        palette,
        name,
        unitOf: (unit) => unitText(unit, language),
        ticks: timeTicks(from, to),
        tick: (at) => formatTime(at, language, 'clock'),
        formatTime: (at) => formatTime(at, language),
        value: (key, value) => inline(shown.get(key), value),
      }),
    }
  }, [snapshot, keys, definition, palette, nameOf, inline, language, t])
  return (
    <Chart option={option.option} height={chartHeight(option.plan, CURVES_PX)} label={t(($) => $.detail.snapshot)} />
  )
}

/** Every report of the snapshot as a row, every point as a column; values in the units of the product. */
const fileOf = ({ at_ms, points }: AlarmSnapshot, title: (key: string) => string): (string | number)[][] => [
  ['UTC', ...points.map(({ key }) => title(key))],
  ...at_ms.map((at, row) => [new Date(at).toISOString(), ...points.map(({ values }) => values[row] ?? '')]),
]

type Row = { key: string; at_trigger: number | null; min: number | null; max: number | null }

/** Every point: at the trigger, and its lowest and highest value of the hour. */
function ValuesTable({ snapshot, definition }: { snapshot: AlarmSnapshot; definition: Definition }) {
  const t = useMessages('alarms')
  const { nameOf, inline } = usePointText()
  const rows = useMemo(() => rowsOf(snapshot), [snapshot])
  const value = (key: keyof Omit<Row, 'key'>, title: string): PlainColumn<Row> => ({
    key,
    title,
    align: 'end',
    cell: (row) => inline(definition.get(row.key), row[key]),
  })
  return (
    <PlainTable
      label={t(($) => $.snapshot.table)}
      rows={rows}
      keyOf={({ key }) => key}
      empty={null}
      columns={[
        {
          key: 'point',
          title: t(($) => $.snapshot.point),
          least_px: 160,
          cell: ({ key }) => {
            const point = definition.get(key)
            return point === undefined ? key : nameOf(point)
          },
        },
        value(
          'at_trigger',
          t(($) => $.snapshot.at_trigger),
        ),
        value(
          'min',
          t(($) => $.snapshot.min),
        ),
        value(
          'max',
          t(($) => $.snapshot.max),
        ),
      ]}
    />
  )
}

/** The value at the trigger is the newest not after it, or the first one. */
const rowsOf = ({ trigger_time, at_ms, points }: AlarmSnapshot): Row[] => {
  const trigger = Date.parse(trigger_time)
  return points.map(({ key, values }) => {
    const reported = values.flatMap((value, index) => (value === null ? [] : [{ value, at: at_ms[index] ?? 0 }]))
    const numbers = reported.map(({ value }) => value)
    const before = reported.findLast(({ at }) => at <= trigger) ?? reported[0]
    const has_any = numbers.length > 0
    return {
      key,
      at_trigger: before?.value ?? null,
      min: has_any ? Math.min(...numbers) : null,
      max: has_any ? Math.max(...numbers) : null,
    }
  })
}
