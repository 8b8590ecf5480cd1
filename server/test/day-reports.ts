import { type DayColumns, type DayFigures, dayFigures } from '../src/features/device-days/day-figures.ts'
import { type DayPlan, HOLD_MS, type Role } from '../src/features/device-days/day-points.ts'

/** Midnight. */
export const DAY = Date.UTC(2026, 0, 10)
/** ms. */
export const MINUTE = 60_000
/** ms. */
export const HOUR = 60 * MINUTE
const SPAN = { from_ms: DAY, to_ms: DAY + 24 * HOUR, now_ms: DAY + 30 * HOUR }
/** 10 L/min with 5 K between: kW. */
export const POWER_KW = (10 * 5 * 4.186) / 60

export type Values = Partial<Record<Role, number>>
/** Values of a report at a minute of the day; negative = of the day before. */
export type Report = readonly [minute: number, values: Values]

/** A report of normal heating. */
export const HEATS: Values = { t_out: 35, t_in: 30, flow: 10, comp_hz: 50 }
/** Electricity from a counter. */
export const METERED = { method: 'meter', from: 'counter' } as const
const PLAN = { heat: 'flow', electricity: METERED } as const satisfies Pick<DayPlan, 'heat' | 'electricity'>

const columnsOf = (reports: readonly Report[]): DayColumns => {
  const roles = new Set(reports.flatMap(([, values]) => Object.keys(values) as Role[])) // its own keys
  return {
    at_ms: Float64Array.from(reports, ([minute]) => DAY + minute * MINUTE),
    values: Object.fromEntries(
      [...roles].map((role) => [role, Float64Array.from(reports, ([, values]) => values[role] ?? Number.NaN)]),
    ),
  }
}

/** Figures of a day from these reports. */
export const figuresOf = (
  reports: readonly Report[],
  { plan = PLAN, now_ms = SPAN.now_ms }: { plan?: Pick<DayPlan, 'heat' | 'electricity'>; now_ms?: number } = {},
): DayFigures => {
  const columns = columnsOf(reports)
  const hold_ms = Object.fromEntries(Object.keys(columns.values).map((role) => [role, HOLD_MS]))
  return dayFigures(columns, { ...plan, hold_ms, silence_ms: HOLD_MS }, { ...SPAN, now_ms })
}

/** The same values every `step` minutes, the end included. */
export const every = (step: number, from: number, to: number, valuesAt: (minute: number) => Values): Report[] =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => {
    const minute = from + at * step
    return [minute, valuesAt(minute)]
  })

/** Minutes. */
export const WHOLE_DAY = 24 * 60
