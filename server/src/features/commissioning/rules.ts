import {
  type ChangedSetting,
  type Checked,
  COMMISSIONING_CHECKS,
  type CommissioningCheck,
  type CommissioningFigure,
} from '@heatfleet/contract/commissioning/commissioning.ts'
import { WEAK_DBM } from '@heatfleet/contract/devices/diagnose.ts'
import type { Layout } from '../products/public.ts'
import type { AlarmFacts } from './store.ts'
import type { WaterFigures } from './water-figures.ts'

/** What checks are made from; null = not known. */
export type CommissioningFacts = WaterFigures &
  AlarmFacts & {
    hours: number
    net: 'wifi' | '4g'
    rssi_dbm: number | null
    reports: number
    quality: number
    run_minutes: number | null
    starts: number | null
    defrosts: number | null
    defrost_minutes: number | null
    heater_minutes: number | null
    cop: number | null
    mean_ambient_c: number | null
    /** Settings that have a value and a default. */
    compared: number
    changed: readonly ChangedSetting[]
  }

/** Hours of running below which starts, defrosts and water temperatures say nothing. */
const RUN_HOURS_MIN = 2
/** Hours of the period below which silence and heater say nothing. */
const PERIOD_HOURS_MIN = 6

type Figure = readonly [CommissioningFigure, number | null, { min?: number; max?: number }?]
/** The first figure decides with its neighbours that have limits; `enough` = there are data for it. */
type Rule = (facts: CommissioningFacts) => { enough: boolean; figures: readonly Figure[] }

const runHours = ({ run_minutes }: CommissioningFacts): number => (run_minutes ?? 0) / 60
const perRunHour = (count: number | null, facts: CommissioningFacts): number | null =>
  count === null || runHours(facts) === 0 ? null : count / runHours(facts)

/**
 * Limits by domain: 2 to 9 K between flow and return; less than 3 L/min is no circulation; more than three starts an hour wear
 * the compressor; a defrost takes some minutes of 40 at the shortest; a day's COP of an air-source unit is 1.5 to 8.
 */
const RULES: Readonly<Record<CommissioningCheck, Rule>> = {
  bus: (facts) => ({
    enough: facts.reports > 0,
    figures: [['lost_minutes', facts.bus_lost_ms / 60_000, { max: 10 }]],
  }),
  data: (facts) => ({
    enough: facts.hours >= PERIOD_HOURS_MIN,
    figures: [
      ['data_percent', facts.data_percent, { min: 90 }],
      ['reports', facts.reports],
    ],
  }),
  signal: ({ net, rssi_dbm }) => ({ enough: true, figures: [['signal_dbm', rssi_dbm, { min: WEAK_DBM[net] }]] }),
  flow_difference: (facts) => ({
    enough: facts.difference_hours >= RUN_HOURS_MIN,
    figures: [
      ['difference_k', facts.difference_k, { min: 2, max: 9 }],
      ['run_hours', facts.difference_hours],
    ],
  }),
  flow: (facts) => ({
    enough: facts.flow_hours >= RUN_HOURS_MIN,
    figures: [
      ['flow_l_min', facts.flow_l_min, { min: 3 }],
      ['run_hours', facts.flow_hours],
    ],
  }),
  alarms: ({ open, raised }) => ({
    enough: true,
    figures: [
      ['open_alarms', open, { max: 0 }],
      ['raised_alarms', raised],
    ],
  }),
  starts: (facts) => ({
    enough: runHours(facts) >= RUN_HOURS_MIN,
    figures: [
      ['starts_per_hour', perRunHour(facts.starts, facts), { max: 3 }],
      ['starts', facts.starts],
      ['run_hours', facts.run_minutes === null ? null : runHours(facts)],
    ],
  }),
  defrosts: (facts) => ({
    enough: runHours(facts) >= RUN_HOURS_MIN,
    figures: [
      ['defrosts_per_hour', perRunHour(facts.defrosts, facts), { max: 1.5 }],
      ['defrost_percent', share(facts.defrost_minutes, facts.run_minutes), { max: 15 }],
      ['mean_ambient_c', facts.mean_ambient_c],
    ],
  }),
  heater: (facts) => ({
    enough: facts.hours >= PERIOD_HOURS_MIN,
    figures: [
      [
        'heater_minutes_a_day',
        facts.heater_minutes === null ? null : facts.heater_minutes / (facts.hours / 24),
        { max: 60 },
      ],
      ['mean_ambient_c', facts.mean_ambient_c],
    ],
  }),
  cop: (facts) => ({
    enough: true,
    figures: [
      ['cop', facts.cop, { min: 1.5, max: 8 }],
      ['quality_percent', facts.quality * 100],
    ],
  }),
  settings: ({ compared, changed }) => ({
    enough: compared > 0,
    figures: [
      ['outside_settings', changed.filter(({ is_outside }) => is_outside).length, { max: 0 }],
      ['changed_settings', changed.length],
      ['compared_settings', compared],
    ],
  }),
}

const share = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole === 0 ? null : (part / whole) * 100

/** Every check with its result: a figure that is not known, or too little to go by, is no failure. */
export const checksOf = (facts: CommissioningFacts): Checked[] =>
  COMMISSIONING_CHECKS.map((check) => {
    const { enough, figures } = RULES[check](facts)
    const rows = figures.map(([figure, value, { min, max } = {}]) => ({
      figure,
      value: value === null ? null : rounded(value),
      min: min ?? null,
      max: max ?? null,
    }))
    const [decisive] = rows
    if (!enough || decisive === undefined || decisive.value === null)
      return { check, result: 'not_enough_data', figures: rows }
    const is_within = rows.every(
      ({ value, min, max }) => value === null || (value >= (min ?? value) && value <= (max ?? value)),
    )
    return { check, result: is_within ? 'pass' : 'fail', figures: rows }
  })

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Settings against their defaults, by the values that are known. */
export const compareSettings = (
  points: Layout['points'],
  values: ReadonlyMap<string, number>,
): { compared: number; changed: ChangedSetting[] } => {
  const limitOf = (limit: Layout['points'][number]['min']): number | null =>
    limit === null || typeof limit === 'number' ? limit : (values.get(limit.point) ?? null)
  let compared = 0
  const changed: ChangedSetting[] = []
  for (const { key, names, unit, decimals, default_value, min, max, choices, rw } of points) {
    const value = values.get(key)
    if (rw !== 'rw' || default_value === null || value === undefined) continue
    compared += 1
    // Values are steps of the register: what differs less is the same.
    if (Math.abs(value - default_value) < 0.5 * 10 ** -decimals) continue
    const [lowest, highest] = [limitOf(min), limitOf(max)]
    const nameOf = (of: number) => choices.find((choice) => choice.value === of)?.names ?? null
    changed.push({
      key,
      names,
      unit,
      decimals,
      value,
      default_value,
      value_names: nameOf(value),
      default_names: nameOf(default_value),
      is_outside: value < (lowest ?? value) || value > (highest ?? value),
    })
  }
  return { compared, changed }
}
