import { AMBIENT_BIN_K } from '@heatfleet/contract/analysis/days.ts'
import { DETECTORS, type Detector, type Finding } from '@heatfleet/contract/analysis/detectors.ts'

/** What detectors read of one day of a unit; null = not known. */
export type DetectorDay = {
  /** Number of the calendar day since 1970. */
  day: number
  cop: number | null
  starts: number | null
  run_minutes: number | null
  heater_minutes: number | null
  mean_ambient_c: number | null
  min_ambient_c: number | null
  reports: number
  /** Between flow and return while the compressor ran, and the heat of the day. */
  mean_difference_k: number | null
  heat_kwh: number | null
}

/** Days of a unit, the oldest first. */
type Days = readonly DetectorDay[]
type Measured = Pick<Finding, 'value' | 'days' | 'baseline'>
type Rule = { watch: number; alert: number; measure: (days: Days, today: number) => Measured | null }

const SHORT_DAYS = 3
const DRIFT_DAYS = 7
/** Days that a baseline keeps off the present: what begins now must not be learned as healthy. */
const DRIFT_GAP_DAYS = 7
const BASELINE_DAYS_MIN = 14
const BIN_DAYS_MIN = 3
/** Of the last days those that can be compared. */
const COMPARED_DAYS_MIN = 4
/** Two hours: fewer say nothing about starts. */
const RUN_MINUTES_MIN = 120
/** Less heat than this in a day says nothing about the water that took it. */
const HEAT_KWH_MIN = 5
/** The heater may be on for as long as it likes where the heat pump cannot. */
const COLD_C = -10
/** Outdoor temperature moves more than this on any day, K. */
const STILL_K = 0.05
const STILL_REPORTS_MIN = 20

/** The days of the last so many until today, with which `days` end. */
const lastDays = (days: Days, today: number, count: number): Days => {
  const before = days.findLastIndex(({ day }) => day <= today - count)
  return days.slice(before + 1)
}
const sum = (values: readonly (number | null)[]): number => values.reduce<number>((all, value) => all + (value ?? 0), 0)
const binOf = (ambient_c: number): number => Math.floor(ambient_c / AMBIENT_BIN_K)

/** Starts of the compressor for each hour that it ran. */
const measureStarts = (days: Days, today: number): Measured | null => {
  const known = lastDays(days, today, SHORT_DAYS).filter(
    ({ starts, run_minutes }) => starts !== null && run_minutes !== null,
  )
  const minutes = sum(known.map(({ run_minutes }) => run_minutes))
  if (minutes < RUN_MINUTES_MIN) return null
  return { value: (sum(known.map(({ starts }) => starts)) / minutes) * 60, days: known.length, baseline: null }
}

/** Minutes a day that the electric heater was on, very cold days left out. */
const measureHeater = (days: Days, today: number): Measured | null => {
  const known = lastDays(days, today, SHORT_DAYS).filter(
    ({ heater_minutes, mean_ambient_c }) => heater_minutes !== null && (mean_ambient_c ?? 0) > COLD_C,
  )
  if (known.length < 2) return null
  return {
    value: sum(known.map(({ heater_minutes }) => heater_minutes)) / known.length,
    days: known.length,
    baseline: null,
  }
}

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) / 2
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2
}

/** The COP that a unit had at an outdoor temperature; null = too few days. */
const baselineAt = (learned: readonly { cop: number; bin: number }[], bin: number): number | null => {
  const like = learned.filter((each) => each.bin === bin)
  return like.length < BIN_DAYS_MIN ? null : medianOf(like.map(({ cop }) => cop))
}

/** How far the COP is below what the unit had itself at the same outdoor temperatures, %. */
const measureDrift = (days: Days, today: number): Measured | null => {
  const known = days.flatMap(({ day, cop, mean_ambient_c }) =>
    cop === null || mean_ambient_c === null ? [] : [{ day, cop, bin: binOf(mean_ambient_c) }],
  )
  const learned = known.filter(({ day }) => day <= today - DRIFT_DAYS - DRIFT_GAP_DAYS)
  if (learned.length < BASELINE_DAYS_MIN) return null
  const recent = known.filter(({ day }) => day > today - DRIFT_DAYS)
  const own = new Map([...new Set(recent.map(({ bin }) => bin))].map((bin) => [bin, baselineAt(learned, bin)]))
  const compared = recent.flatMap(({ cop, bin }) => {
    const baseline = own.get(bin) ?? null
    return baseline === null ? [] : [{ cop, baseline }]
  })
  if (compared.length < COMPARED_DAYS_MIN) return null
  const residuals = compared.map(({ cop, baseline }) => (1 - cop / baseline) * 100)
  return {
    value: medianOf(residuals),
    days: compared.length,
    baseline: medianOf(compared.map(({ baseline }) => baseline)),
  }
}

/**
 * K between flow and return while the compressor ran, of days on which heat was made: the same heat needs the more kelvins the
 * less water flows. The lowest of the days counts, so that one day of unusual operation marks nothing.
 */
const measureDifference = (days: Days, today: number): Measured | null => {
  const known = lastDays(days, today, SHORT_DAYS).flatMap(({ mean_difference_k, heat_kwh, run_minutes }) =>
    mean_difference_k === null || (heat_kwh ?? 0) < HEAT_KWH_MIN || (run_minutes ?? 0) < RUN_MINUTES_MIN
      ? []
      : [mean_difference_k],
  )
  return known.length < 2 ? null : { value: Math.min(...known), days: known.length, baseline: null }
}

/** Days in a row on which the outdoor temperature did not move. */
const measureStill = (days: Days, today: number): Measured | null => {
  const known = lastDays(days, today, DRIFT_DAYS).filter(
    ({ mean_ambient_c, min_ambient_c, reports }) =>
      mean_ambient_c !== null && min_ambient_c !== null && reports >= STILL_REPORTS_MIN,
  )
  if (known.length === 0) return null
  const moving = known.findLastIndex(
    ({ mean_ambient_c, min_ambient_c }) => Math.abs((mean_ambient_c ?? 0) - (min_ambient_c ?? 0)) > STILL_K,
  )
  return { value: known.length - 1 - moving, days: known.length, baseline: null }
}

/** Limits by domain: more than two starts an hour wear the compressor, a COP falls by leaks first. */
export const RULES: Readonly<Record<Detector, Rule>> = {
  short_cycling: { watch: 2, alert: 3, measure: measureStarts },
  heater_overuse: { watch: 60, alert: 180, measure: measureHeater },
  charge_drift: { watch: 8, alert: 15, measure: measureDrift },
  low_flow: { watch: 7, alert: 9, measure: measureDifference },
  stuck_sensor: { watch: 2, alert: 3, measure: measureStill },
}

const rounded = (value: number): number => Math.round(value * 100) / 100

/** What one detector says of a unit at the end of a day. */
export const findingOf = (detector: Detector, days: Days, today: number): Finding => {
  const { watch, alert, measure } = RULES[detector]
  const limits = { watch, alert }
  const measured = measure(days, today)
  if (measured === null || measured.value === null)
    return { detector, state: 'learning', value: null, limits, days: 0, baseline: null }
  const { value, baseline } = measured
  const state = value >= alert ? 'alert' : value >= watch ? 'watch' : 'ok'
  return {
    detector,
    state,
    value: rounded(value),
    limits,
    days: measured.days,
    baseline: baseline === null ? null : rounded(baseline),
  }
}

/** What all of them say. */
export const findingsOf = (days: Days, today: number): Finding[] =>
  DETECTORS.map((detector) => findingOf(detector, days, today))

/** A finding that somebody should look at. */
export const isMarked = ({ state }: Pick<Finding, 'state'>): boolean => state === 'watch' || state === 'alert'
