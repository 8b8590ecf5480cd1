import { type ReactNode, useMemo } from 'react'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Chart } from '../../ui/chart/chart.tsx'
import { usePalette } from '../../ui/chart/palette.ts'
import { FigurePanel } from '../../ui/figure-panel.tsx'
import { dayTicks, formatDay, formatNumber } from '../../ui/format.ts'
import css from './analysis.module.css'
import { linesOption } from './lines-option.ts'

const HEIGHT_PX = 220

type DaySeries = {
  letter: string
  days: readonly { day: string; value: number | null; units: number }[]
}

type DaysFigureProps = {
  id: string
  title: string
  note: ReactNode
  /** For screen readers. */
  label: string
  unit: string
  decimals?: number
  empty?: ReactNode
  min?: number
  max?: number
  series: readonly DaySeries[]
}

/** A value by day; a second cohort is laid over the first from its own first day on. */
export function DaysFigure({ id, title, note, label, unit, decimals = 1, empty, min, max, series }: DaysFigureProps) {
  const t = useMessages('analysis')
  const lang = useLanguage()
  const palette = usePalette()
  const may_export = usePermission('analysis:export')
  const longest = Math.max(0, ...series.map(({ days }) => days.length))
  const rows = useMemo(
    () => Array.from({ length: longest }, (_, at) => series.map(({ days }) => days[at])),
    [series, longest],
  )
  const dayText = (day: string | undefined) => (day === undefined ? '' : formatDay(day, lang))
  const places = rows.map((row) => row[0]?.day ?? row[1]?.day ?? '')
  const option = linesOption({
    palette,
    places: places.map(dayTicks(places, lang)),
    series: series.map(({ letter, days }) => ({ name: letter, values: days.map(({ value }) => value) })),
    min,
    max,
    number: (value) => `${formatNumber(value, decimals, lang)} ${unit}`,
    axisNumber: (value) => `${formatNumber(value, 0, lang)}${unit === '%' ? ' %' : ''}`,
    details: (at) => (rows[at] ?? []).map((each) => (each === undefined ? '' : dayText(each.day))),
  })
  const columns = series.flatMap(({ letter }, at) => {
    const titled = (name: string) => (series.length > 1 ? `${letter}: ${name}` : name)
    type Row = (typeof rows)[number]
    return [
      {
        key: `${letter}-day`,
        title: titled(t(($) => $.columns.day)),
        value: (row: Row) => row[at]?.day ?? null,
        cell: (row: Row) => dayText(row[at]?.day),
      },
      {
        key: `${letter}-units`,
        title: titled(t(($) => $.columns.units)),
        value: (row: Row) => row[at]?.units ?? null,
        cell: (row: Row) => formatNumber(row[at]?.units, 0, lang),
        align: 'end' as const,
      },
      {
        key: `${letter}-value`,
        title: titled(unit),
        value: (row: Row) => row[at]?.value ?? null,
        cell: (row: Row) => formatNumber(row[at]?.value, decimals, lang),
        align: 'end' as const,
      },
    ]
  })
  return (
    <FigurePanel
      id={id}
      className={css.wide}
      title={title}
      note={note}
      columns={columns}
      rows={rows}
      keyOf={(row) => row[0]?.day ?? row[1]?.day ?? ''}
      chart={<Chart option={option} height={HEIGHT_PX} label={label} />}
      empty={empty}
      csvRefused={!may_export}
    />
  )
}
