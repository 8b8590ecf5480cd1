import { AMBIENT_BIN_K } from '@heatfleet/contract/analysis/days.ts'
import type { Detector, Finding } from '@heatfleet/contract/analysis/detectors.ts'

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
  /** Between flow and return, and water flow, while the compressor ran; and the heat of the day. */
  mean_difference_k: number | null
  mean_flow_l_min: number | null
  heat_kwh: number | null
  /** Flow temperature while the compressor ran. */
  mean_flow_c: number | null
  /** Of the heater's minutes those in which a fault kept the compressor from running. */
  heater_fault_minutes: number | null
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
/** Starts wear the compressor, however long it runs between them: the long runs of a cold night do not make up for them. */
const RUN_MINUTES_COUNTED = 720
/** Less heat than this in a day says nothing about the water that took it. */
const HEAT_KWH_MIN = 5
/** Classes of outdoor temperature that a cold week may be away from the days that are known. */
const WARMER_BINS_MAX = 4
/** Between flow and return: heating systems are laid out for 5 K, some for 7. */
const USUAL_K_MAX = 7
/** Litres a minute that carry a kilowatt with one kelvin. */
const L_MIN_PER_KW_AT_1_K = 60 / 4.186
/** An electric heater that was on for longer makes a COP of its own. */
const DRIFT_HEATER_MINUTES_MAX = 60
/** A compressor that starts more often loses more in the first minutes of its runs than a lack of refrigerant takes. */
const DRIFT_STARTS_AN_HOUR_MAX = 4
/** The heater may be on for as long as it likes where the heat pump cannot: below this, or where the compressor hardly rested all day. */
const COLD_C = -10
const NEVER_RESTED_MINUTES = 1_380
/** A fault that had the heater work in place of the compressor for longer leaves too little of a day to say anything. */
const FAULT_MINUTES_MAX = 60
/** Of the days before, those whose outdoor temperature is nearest make the baseline of a day. */
const NEAREST_DAYS = 7
/** By how much the refrigerant condenses above the water and evaporates below the air, together, K. */
const EXCHANGERS_K = 8
/** An ideal machine that lifts heat by less is no measure. */
const LIFT_MIN_K = 10
const KELVIN_AT_0_C = 273.15
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

/** Starts of the compressor for each hour that it ran, of at most twelve hours a day; days on which it hardly ran say nothing. */
const measureStarts = (days: Days, today: number): Measured | null => {
  const known = lastDays(days, today, SHORT_DAYS).flatMap(({ starts, run_minutes }) =>
    starts === null || run_minutes === null || run_minutes < RUN_MINUTES_MIN
      ? []
      : [{ starts, minutes: Math.min(run_minutes, RUN_MINUTES_COUNTED) }],
  )
  if (known.length === 0) return null
  const minutes = sum(known.map((day) => day.minutes))
  return { value: (sum(known.map(({ starts }) => starts)) / minutes) * 60, days: known.length, baseline: null }
}

/**
 * Minutes a day that the electric heater was on beside a compressor that could have done the work: a compressor that rested had heat to give.
 * Days that it ran through, or stood still under a fault, are left out, and very cold ones.
 */
const measureHeater = (days: Days, today: number): Measured | null => {
  const known = lastDays(days, today, SHORT_DAYS).flatMap(
    ({ heater_minutes, heater_fault_minutes, mean_ambient_c, run_minutes }) => {
      const of_faults = heater_fault_minutes ?? 0
      const is_needed = (mean_ambient_c ?? 0) <= COLD_C || (run_minutes ?? 0) > NEVER_RESTED_MINUTES
      const is_known =
        heater_minutes !== null && of_faults <= FAULT_MINUTES_MAX && !(is_needed && heater_minutes > of_faults)
      return is_known ? [heater_minutes - of_faults] : []
    },
  )
  if (known.length < 2) return null
  return { value: sum(known) / known.length, days: known.length, baseline: null }
}

const medianOf = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) / 2
  return ((sorted[Math.floor(at)] ?? 0) + (sorted[Math.ceil(at)] ?? 0)) / 2
}

/** Of three values the middle one, of two the lesser. */
const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0

/** What a unit had at an outdoor temperature; null = too few days. */
const baselineAt = (learned: readonly { value: number; bin: number }[], bin: number): number | null => {
  const like = learned.filter((each) => each.bin === bin)
  return like.length < BIN_DAYS_MIN ? null : medianOf(like.map(({ value }) => value))
}

/** The outdoor temperature did not move all day: the sensor is stuck, and the day cannot be compared by it. */
const isStill = ({ mean_ambient_c, min_ambient_c, reports }: DetectorDay): boolean =>
  mean_ambient_c !== null &&
  min_ambient_c !== null &&
  reports >= STILL_REPORTS_MIN &&
  Math.abs(mean_ambient_c - min_ambient_c) <= STILL_K

/** COP of an ideal machine between the temperatures of a day; null = its flow temperature is not known. */
const idealCop = (flow_c: number | null, ambient_c: number): number | null =>
  flow_c === null ? null : (flow_c + KELVIN_AT_0_C) / Math.max(LIFT_MIN_K, flow_c - ambient_c + EXCHANGERS_K)

const startsAnHour = ({ starts, run_minutes }: DetectorDay): number =>
  ((starts ?? 0) / Math.max(1, run_minutes ?? 0)) * 60

type DriftDay = { day: number; cop: number; ambient_c: number; ideal: number | null }

const driftDays = (days: Days): DriftDay[] =>
  days.flatMap((each) => {
    const { day, cop, mean_ambient_c, mean_flow_c, heater_minutes, run_minutes, heat_kwh } = each
    const is_distorted =
      isStill(each) || (heater_minutes ?? 0) > DRIFT_HEATER_MINUTES_MAX || startsAnHour(each) > DRIFT_STARTS_AN_HOUR_MAX
    const is_little = (run_minutes ?? 0) < RUN_MINUTES_MIN || (heat_kwh ?? 0) < HEAT_KWH_MIN
    if (cop === null || mean_ambient_c === null || is_distorted || is_little) return []
    return [{ day, cop, ambient_c: mean_ambient_c, ideal: idealCop(mean_flow_c, mean_ambient_c) }]
  })

/**
 * The COP that a unit would have had on a day by its own days before: what share of the ideal COP it reached on those whose outdoor temperature is
 * nearest, so that a week colder than all of them can be compared too. Without flow temperatures, its COP at the same outdoor temperature. Null =
 * too few days.
 */
const expectedCop = (learned: readonly DriftDay[], { ambient_c, ideal }: DriftDay): number | null => {
  const shares = learned.flatMap((one) =>
    one.ideal === null ? [] : [{ share: one.cop / one.ideal, away_k: Math.abs(one.ambient_c - ambient_c) }],
  )
  if (ideal === null || shares.length < BASELINE_DAYS_MIN)
    return baselineAt(
      learned.map((one) => ({ value: one.cop, bin: binOf(one.ambient_c) })),
      binOf(ambient_c),
    )
  const nearest = shares.sort((one, other) => one.away_k - other.away_k).slice(0, NEAREST_DAYS)
  return medianOf(nearest.map(({ share }) => share)) * ideal
}

/** How far the COP is below what the unit would have had by its own days before, %. */
const measureDrift = (days: Days, today: number): Measured | null => {
  const known = driftDays(days)
  const learned = known.filter(({ day }) => day <= today - DRIFT_DAYS - DRIFT_GAP_DAYS)
  if (learned.length < BASELINE_DAYS_MIN) return null
  const compared = known.flatMap((one) => {
    const baseline = one.day > today - DRIFT_DAYS ? expectedCop(learned, one) : null
    return baseline === null ? [] : [{ cop: one.cop, baseline }]
  })
  if (compared.length < COMPARED_DAYS_MIN) return null
  const residuals = compared.map(({ cop, baseline }) => (1 - cop / baseline) * 100)
  return {
    value: medianOf(residuals),
    days: compared.length,
    baseline: medianOf(compared.map(({ baseline }) => baseline)),
  }
}

/** L/min of a day on which enough heat was made: of the flow sensor, else what the heat needs at the difference between flow and return. */
const waterOf = ({ mean_flow_l_min, mean_difference_k, heat_kwh, run_minutes }: DetectorDay): number | null => {
  if (heat_kwh === null || heat_kwh < HEAT_KWH_MIN || run_minutes === null || run_minutes < RUN_MINUTES_MIN) return null
  if (mean_flow_l_min !== null) return mean_flow_l_min
  if (mean_difference_k === null || mean_difference_k <= 0) return null
  return (heat_kwh / (run_minutes / 60) / mean_difference_k) * L_MIN_PER_KW_AT_1_K
}

/** The flow that a unit had at an outdoor temperature, or at the next warmer one that is known: a pump never gives less when it gets colder. */
const waterBaselineAt = (learned: readonly { value: number; bin: number }[], bin: number): number | null => {
  for (let warmer = bin; warmer <= bin + WARMER_BINS_MAX; warmer += 1) {
    const own = baselineAt(learned, warmer)
    if (own !== null) return own
  }
  return null
}

/**
 * How much water is missing, %: against what the unit had itself at the same outdoor temperatures, or against what would hold the
 * largest difference between flow and return that is usual, whichever is more. Of three days the middle one counts, of two the lesser: one day
 * of unusual operation marks nothing, and one good day hides nothing.
 */
const measureWater = (days: Days, today: number): Measured | null => {
  const known = days.flatMap((day) => {
    const water = waterOf(day)
    const bin = day.mean_ambient_c === null || isStill(day) ? null : binOf(day.mean_ambient_c)
    return water === null ? [] : [{ day: day.day, water, bin, difference_k: day.mean_difference_k }]
  })
  const learned = known.flatMap(({ day, water, bin }) =>
    bin === null || day > today - DRIFT_DAYS - DRIFT_GAP_DAYS ? [] : [{ value: water, bin }],
  )
  const recent = known.filter(({ day }) => day > today - SHORT_DAYS)
  if (recent.length < 2) return null
  const compared = recent.flatMap(({ water, bin, difference_k }) => {
    const own = bin === null || learned.length < BASELINE_DAYS_MIN ? null : waterBaselineAt(learned, bin)
    if (own === null && difference_k === null) return []
    const missing = [own === null ? 0 : 1 - water / own, difference_k === null ? 0 : 1 - USUAL_K_MAX / difference_k]
    return [{ missing: Math.max(0, ...missing) * 100, own }]
  })
  if (compared.length < 2) return null
  const owns = compared.flatMap(({ own }) => own ?? [])
  return {
    value: middleOf(compared.map(({ missing }) => missing)),
    days: compared.length,
    baseline: owns.length === 0 ? null : medianOf(owns),
  }
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
const RULES: Readonly<Record<Detector, Rule>> = {
  short_cycling: { watch: 2, alert: 3, measure: measureStarts },
  heater_overuse: { watch: 60, alert: 120, measure: measureHeater },
  charge_drift: { watch: 8, alert: 15, measure: measureDrift },
  low_flow: { watch: 20, alert: 35, measure: measureWater },
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

/** A finding that somebody should look at. */
export const isMarked = ({ state }: Pick<Finding, 'state'>): boolean => state === 'watch' || state === 'alert'
