import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { usePermission } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { type CohortBarRow, CohortBars } from '../../ui/cohort-bars.tsx'
import { type FigureColumn, FigurePanel } from '../../ui/figure-panel.tsx'
import { formatNumber } from '../../ui/format.ts'

/** What is told of a row for one cohort; a key of {@link Measure} each. */
type FigureCell = { values: Readonly<Record<string, number | null>>; to?: string | undefined }
type FigureRow = {
  key: string
  label: string
  /** One for each cohort; null = nothing is told. */
  cells: readonly (FigureCell | null)[]
  tone?: CohortBarRow['tone']
}
type Measure = { key: string; title: string; decimals: number }

type CohortFigureProps = {
  id: string
  title: string
  note?: ReactNode
  /** Title of the first column. */
  head: string
  rows: readonly FigureRow[]
  /** Columns of the table. The first is what links count. */
  measures: readonly Measure[]
  /** The measure that bars are as long as. */
  bar: string
  /** What is written beside a bar. */
  text: (cell: FigureCell) => string
  /** Letters of the cohorts. */
  letters: readonly string[]
  empty?: ReactNode
  footer?: ReactNode
  className?: string | undefined
  wide?: boolean
}

/** Rows of figures of one or two cohorts: bars, or a table of all measures. */
export function CohortFigure(props: CohortFigureProps) {
  const { id, title, note, head, rows, measures, bar, text, letters, empty, footer, className, wide } = props
  const lang = useLanguage()
  const may_export = usePermission('analysis:export')
  const measured = (cell: FigureCell | null | undefined, key: string) => cell?.values[key] ?? null
  const longest = Math.max(
    Number.MIN_VALUE,
    ...rows.flatMap(({ cells }) => cells.map((cell) => measured(cell, bar) ?? 0)),
  )
  const [linked] = measures
  const columns: FigureColumn<FigureRow>[] = [
    { key: 'name', title: head, value: ({ label }) => label },
    ...letters.flatMap((letter, at) =>
      measures.map(({ key, title: name, decimals }): FigureColumn<FigureRow> => {
        const shown = (row: FigureRow) => formatNumber(measured(row.cells[at], key), decimals, lang)
        return {
          key: `${letter}-${key}`,
          title: letters.length > 1 ? `${letter}: ${name}` : name,
          value: (row) => measured(row.cells[at], key),
          cell: (row) => {
            const to = row.cells[at]?.to
            return key === linked?.key && to !== undefined ? (
              <Link to={to} aria-label={`${row.label}: ${shown(row)}`}>
                {shown(row)}
              </Link>
            ) : (
              shown(row)
            )
          },
          align: 'end',
        }
      }),
    ),
  ]
  const bars = rows.map(
    ({ key, label, cells, tone }): CohortBarRow => ({
      key,
      label,
      ...(tone === undefined ? {} : { tone }),
      bars: cells.map((cell) => {
        const value = measured(cell, bar)
        return { length: value === null ? null : value / longest, text: cell === null ? '—' : text(cell), to: cell?.to }
      }),
    }),
  )
  return (
    <FigurePanel
      id={id}
      title={title}
      note={note}
      columns={columns}
      rows={rows}
      keyOf={({ key }) => key}
      chart={<CohortBars label={title} rows={bars} wide={wide ?? false} />}
      empty={empty}
      footer={footer}
      className={className}
      csvRefused={!may_export}
    />
  )
}

type CountRow = {
  key: string
  label: string
  /** Units, one number for each cohort. */
  counts: readonly number[]
  to?: readonly (string | undefined)[]
  tone?: CohortBarRow['tone']
}

type CountFigureProps = Omit<CohortFigureProps, 'rows' | 'measures' | 'bar' | 'text'> & {
  rows: readonly CountRow[]
  /** Of how many units the counts are shares, one number for each cohort. */
  wholes: readonly number[]
}

/** How many units are in each row, and what share of all. */
export function CountFigure({ rows, wholes, ...rest }: CountFigureProps) {
  const t = useMessages('analysis')
  const lang = useLanguage()
  return (
    <CohortFigure
      {...rest}
      rows={rows.map(({ key, label, counts, to, tone }) => ({
        key,
        label,
        ...(tone === undefined ? {} : { tone }),
        cells: counts.map((units, at) => {
          const whole = wholes[at] ?? 0
          return { values: { units, share: whole > 0 ? (units / whole) * 100 : null }, to: to?.[at] }
        }),
      }))}
      measures={[
        { key: 'units', title: t(($) => $.columns.units), decimals: 0 },
        { key: 'share', title: `${t(($) => $.columns.share)}, %`, decimals: 1 },
      ]}
      bar="share"
      text={({ values: { units = null, share = null } }) =>
        share === null
          ? formatNumber(units, 0, lang)
          : `${formatNumber(units, 0, lang)} · ${formatNumber(share, 1, lang)} %`
      }
    />
  )
}
