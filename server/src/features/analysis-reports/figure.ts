import type { ReportFigureId } from '@heatfleet/contract/analysis-reports/figures.ts'

/** Colour of a bar by what it says. */
export type BarTone = 'accent' | 'quiet' | 'warn' | 'bad'

/** A row of bars, one for each cohort. */
export type BarRow = {
  label: string
  tone: BarTone
  /** `share` of the longest, 0 to 1; null = nothing is known. */
  bars: readonly { share: number | null; text: string }[]
}
export type LineSeries = {
  name: string
  /** 0 = the first cohort. */
  cohort: number
  values: readonly (number | null)[]
  /** Lowest and highest tenth beside the value. */
  band?: readonly (readonly [number, number] | null)[]
}

/** A figure of a report, in words and numbers that are ready to be drawn. */
export type ReportFigure = {
  id: ReportFigureId
  title: string
  /** Of how many units it is. */
  note: string
  footer: string
  content:
    | { kind: 'bars'; rows: readonly BarRow[] }
    | {
        kind: 'lines'
        unit: string
        decimals: number
        places: readonly string[]
        series: readonly LineSeries[]
        from_zero: boolean
      }
    | { kind: 'table'; columns: readonly { title: string; is_number: boolean }[]; rows: readonly (readonly string[])[] }
    | { kind: 'empty'; text: string }
}

/** One cohort's answer. */
export type Answer<T> = { letter: string; data: T }
