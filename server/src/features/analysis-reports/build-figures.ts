import { GROUP_UNITS_MIN, type HiddenGroups } from '@heatfleet/contract/analysis/part.ts'
import type { ReportFigureId } from '@heatfleet/contract/analysis-reports/figures.ts'
import type { Answer, BarRow, BarTone, ReportFigure } from './figure.ts'
import type { ReportTexts } from './report-texts.ts'

/** Makes the figures of one part of the analysis, by id. */
export type FigureMaker<T> = (
  answers: readonly Answer<T>[],
  texts: ReportTexts,
) => Partial<Record<ReportFigureId, ReportFigure>>

type Head = Pick<ReportFigure, 'id' | 'title'> & { note?: string; footer?: string; empty?: string }

const figureOf = ({ id, title, note = '', footer = '' }: Head, content: ReportFigure['content']): ReportFigure => ({
  id,
  title,
  note,
  footer,
  content,
})
const emptyOf = (head: Head): ReportFigure => figureOf(head, { kind: 'empty', text: head.empty ?? '' })

type CountRow = { label: string; counts: readonly number[]; tone?: BarTone }

/** How many units are in each row, and what share of all. */
export const countFigure = (
  head: Head,
  rows: readonly CountRow[],
  wholes: readonly number[],
  texts: ReportTexts,
): ReportFigure => {
  if (rows.length === 0 || (head.empty !== undefined && wholes.every((whole) => whole === 0))) return emptyOf(head)
  const shares = rows.map(({ counts }) =>
    counts.map((count, at) => ((wholes[at] ?? 0) > 0 ? count / (wholes[at] ?? 1) : null)),
  )
  return barFigure(
    head,
    rows.map(({ label, counts, tone }, at) => ({
      label,
      tone: tone ?? 'accent',
      cells: counts.map((count, cohort) => {
        const share = shares[at]?.[cohort] ?? null
        return {
          value: share,
          text: share === null ? texts.number(count) : `${texts.number(count)} · ${texts.number(share * 100, 1)} %`,
        }
      }),
    })),
  )
}

type ValueRow = {
  label: string
  tone?: BarTone
  cells: readonly ({ value: number | null; text: string } | null)[]
}

/** Bars as long as the values. */
export const barFigure = (head: Head, rows: readonly ValueRow[]): ReportFigure => {
  if (rows.length === 0) return emptyOf(head)
  const longest = Math.max(Number.MIN_VALUE, ...rows.flatMap(({ cells }) => cells.map((cell) => cell?.value ?? 0)))
  return figureOf(head, {
    kind: 'bars',
    rows: rows.map(
      ({ label, tone = 'accent', cells }): BarRow => ({
        label,
        tone,
        bars: cells.map((cell) => ({
          share: cell === null || cell.value === null ? null : cell.value / longest,
          text: cell?.text ?? '—',
        })),
      }),
    ),
  })
}

type LinesOf = Omit<Extract<ReportFigure['content'], { kind: 'lines' }>, 'kind'>
export const lineFigure = (head: Head, of: LinesOf): ReportFigure =>
  of.series.every(({ values }) => values.every((value) => value === null))
    ? emptyOf(head)
    : figureOf(head, { kind: 'lines', ...of })

/** A value by day; a second cohort is laid over the first from its own first day on. */
export const dayFigure = (
  head: Head,
  { unit, decimals = 1, from_zero = true }: { unit: string; decimals?: number; from_zero?: boolean },
  series: readonly { letter: string; days: readonly { day: string; value: number | null }[] }[],
  texts: ReportTexts,
): ReportFigure => {
  const longest = series.reduce(
    (most, each) => (each.days.length > most.days.length ? each : most),
    series[0] ?? NO_DAYS,
  )
  return lineFigure(head, {
    unit,
    decimals,
    from_zero,
    places: longest.days.map(({ day }, at) => texts.day(series[0]?.days[at]?.day ?? day)),
    series: series.map(({ letter, days }, cohort) => ({
      name: letter,
      cohort,
      values: days.map(({ value }) => value),
    })),
  })
}
const NO_DAYS: { letter: string; days: { day: string; value: number | null }[] } = { letter: '', days: [] }

type Cell = string | { number: string }
type TableColumn<Row> = { title: string; cell: (row: Row) => Cell }

/** Rows of single things; the letter of the cohort leads where there are two. */
export const tableFigure = <Row extends { letter: string }>(
  head: Head,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  { letters, texts }: { letters: number; texts: ReportTexts },
): ReportFigure => {
  if (rows.length === 0) return emptyOf(head)
  const all: TableColumn<Row>[] =
    letters > 1 ? [{ title: texts.text('columns.cohort'), cell: ({ letter }) => letter }, ...columns] : [...columns]
  const [first] = rows
  return figureOf(head, {
    kind: 'table',
    columns: all.map(({ title, cell }) => ({
      title,
      is_number: first !== undefined && typeof cell(first) !== 'string',
    })),
    rows: rows.map((row) =>
      all.map(({ cell }) => {
        const shown = cell(row)
        return typeof shown === 'string' ? shown : shown.number
      }),
    ),
  })
}

/** Fewer units say little: rates and percentiles are left out. */
export const isFew = (units: number): boolean => units < GROUP_UNITS_MIN

/** Of how many units a figure is; of several cohorts the letters with them. */
export const ofUnits = (counts: readonly number[], { units }: ReportTexts): string =>
  counts.length === 1 ? units(counts[0] ?? 0) : counts.map((count, at) => `${'AB'[at]}: ${units(count)}`).join(' · ')

export const ofDays = (known: readonly { units: number; unit_days: number }[], { text }: ReportTexts): string =>
  known
    .map(({ units, unit_days }, at) => {
      const of = text('of_days', { count: unit_days, units })
      return known.length > 1 ? `${'AB'[at]}: ${of}` : of
    })
    .join(' · ')

export const hiddenText = (hidden: readonly HiddenGroups[], { text }: ReportTexts): string => {
  const groups = hidden.reduce((sum, each) => sum + each.groups, 0)
  const units = hidden.reduce((sum, each) => sum + each.units, 0)
  return groups === 0 ? '' : text('hidden', { count: groups, units, min: GROUP_UNITS_MIN })
}

export const byId = (figures: readonly ReportFigure[]): Partial<Record<ReportFigureId, ReportFigure>> =>
  Object.fromEntries(figures.map((figure) => [figure.id, figure]))
