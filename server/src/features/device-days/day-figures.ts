import {
  copOf,
  type ElectricityMethod,
  type HeatMethod,
  USES,
  type Use,
} from '@heatfleet/contract/device-days/device-days.ts'
import { createRuns, median } from './compressor-runs.ts'
import { createCounters } from './counter-rises.ts'
import type { DayPlan, Role } from './day-points.ts'
import { createHeldValues, type HeldValues, ROLE } from './held-values.ts'

/** Reports in columns, by time: °C, L/min, W, V, A, kWh; NaN = not in the report. A role is absent where the product has no such point. */
export type DayColumns = { at_ms: Float64Array; values: Readonly<Partial<Record<Role, Float64Array>>> }

/** The day [from_ms, to_ms) and the moment up to which it has passed. */
export type DaySpan = { from_ms: number; to_ms: number; now_ms: number }

/** What one unit did on one day; null = not known. */
export type DayFigures = {
  reports: number
  quality: number
  heat_method: HeatMethod | null
  electricity_method: ElectricityMethod | null
  heat_kwh: number | null
  heat_heating_kwh: number | null
  heat_hot_water_kwh: number | null
  heat_cooling_kwh: number | null
  electricity_kwh: number | null
  electricity_heating_kwh: number | null
  electricity_hot_water_kwh: number | null
  electricity_cooling_kwh: number | null
  cop: number | null
  starts: number | null
  run_minutes: number | null
  heating_minutes: number | null
  hot_water_minutes: number | null
  cooling_minutes: number | null
  median_cycle_minutes: number | null
  defrosts: number | null
  defrost_minutes: number | null
  heater_minutes: number | null
  mean_ambient_c: number | null
  min_ambient_c: number | null
  mean_flow_c: number | null
  mean_difference_k: number | null
  mean_flow_l_min: number | null
}

/** Flow in L/min times a difference in K to kW (product 3.41). */
const KW_PER_LMIN_K = 4.186 / 60
const MS_PER_HOUR = 3_600_000
const MS_PER_MINUTE = 60_000
/** After a defrost the water is cooler than before until the circuit is warm again; never longer than this. */
const RECOVERY_MS = 10 * MS_PER_MINUTE

type PerUse = Record<Use, number>
const perUse = (): PerUse => ({ heating: 0, hot_water: 0, cooling: 0 })

/**
 * Figures of a day from the reports of it and some time around it. Each value counts until the next report; a silence longer
 * than allowed counts nothing. Heat counts while the compressor or a heater works; in a defrost and its recovery what is
 * taken from the water is subtracted. A counter counts across gaps of its day, as what it rose by is known.
 */
export const dayFigures = (columns: DayColumns, plan: DayPlan, day: DaySpan): DayFigures => {
  const { at_ms } = columns
  const { from_ms, to_ms } = day
  const held = createHeldValues(columns, plan)
  const counters = createCounters(columns, day)
  const runs = createRuns(day)
  const has = (role: Role): boolean => columns.values[role] !== undefined
  const needs_comp = has('comp_hz')

  const heat = perUse()
  const electricity = perUse()
  const running_ms = perUse()
  const ambient_column = columns.values.t_ambient
  let use: Use = 'heating'
  let recovering = false
  let [defrost_end_ms, reports, min_ambient] = [0, 0, Number.POSITIVE_INFINITY]
  let [heat_known_ms, electricity_known_ms, known_ms] = [0, 0, 0]
  let [run_known_ms, run_ms, flow_sum, flow_ms] = [0, 0, 0, 0]
  let [defrost_known_ms, defrost_ms, heater_known_ms, heater_ms] = [0, 0, 0, 0]
  let [ambient_sum, ambient_ms] = [0, 0]
  let [difference_sum, difference_ms, water_sum, water_ms] = [0, 0, 0, 0]

  for (let row = 0; row < at_ms.length; row++) {
    const at = at_ms[row] ?? 0
    held.take(row, at)
    counters.take(row, at)
    runs.take(at, stateOf(held, ROLE.comp_hz, at), stateOf(held, ROLE.defrost, at))
    if (at >= from_ms && at < to_ms) {
      reports += 1
      const ambient = ambient_column?.[row] ?? Number.NaN
      if (ambient < min_ambient) min_ambient = ambient
    }
    if (row + 1 === at_ms.length) break
    const end = at_ms[row + 1] ?? 0
    if (end - at > plan.silence_ms) {
      runs.lose()
      recovering = false
      continue
    }
    const running = stateOf(held, ROLE.comp_hz, end)
    const defrosting = held.isOn(ROLE.defrost, end)
    const power_kw = waterPower(held, end)
    if (defrosting) {
      recovering = true
      defrost_end_ms = end
    } else if (recovering && (power_kw > 0 || at - defrost_end_ms >= RECOVERY_MS)) recovering = false
    if (!recovering) use = useNow(held, end)
    if (running === true) counters.weigh(use, end - at)
    const ms = Math.min(end, to_ms) - Math.max(at, from_ms)
    if (ms <= 0) continue

    const heaters_known = held.isKnown(ROLE.aux_heater, end) || held.isKnown(ROLE.dhw_heater, end)
    const heater_on = held.isOn(ROLE.aux_heater, end) || held.isOn(ROLE.dhw_heater, end)
    const heat_known =
      plan.heat === 'flow'
        ? !Number.isNaN(power_kw) && (!needs_comp || running !== null)
        : held.isKnown(ROLE.e_heat, end)
    if (heat_known && plan.heat === 'flow') {
      const kwh = (power_kw * ms) / MS_PER_HOUR
      if (recovering) heat[use] += kwh
      else if (running !== false || heater_on) heat[use] += Math.max(0, use === 'cooling' ? -kwh : kwh)
    }
    const power_w = electricPower(plan, held, end)
    const electricity_known =
      plan.electricity?.from === 'counter' ? held.isKnown(ROLE.e_elec, end) : !Number.isNaN(power_w)
    if (!Number.isNaN(power_w)) electricity[use] += (power_w * ms) / MS_PER_HOUR / 1_000
    if (heat_known) heat_known_ms += ms
    if (electricity_known) electricity_known_ms += ms
    if ((plan.heat === null || heat_known) && (plan.electricity === null || electricity_known)) known_ms += ms

    if (running !== null) run_known_ms += ms
    if (running === true) {
      run_ms += ms
      if (!defrosting) running_ms[use] += ms
      if (held.isKnown(ROLE.t_out, end)) {
        flow_sum += held.of(ROLE.t_out) * ms
        flow_ms += ms
      }
    }
    if (running === true && !recovering) {
      if (held.isKnown(ROLE.t_out, end) && held.isKnown(ROLE.t_in, end)) {
        difference_sum += Math.abs(held.of(ROLE.t_out) - held.of(ROLE.t_in)) * ms
        difference_ms += ms
      }
      if (held.isKnown(ROLE.flow, end)) {
        water_sum += held.of(ROLE.flow) * ms
        water_ms += ms
      }
    }
    if (held.isKnown(ROLE.defrost, end)) defrost_known_ms += ms
    if (defrosting) defrost_ms += ms
    if (heaters_known) heater_known_ms += ms
    if (heater_on) heater_ms += ms
    if (held.isKnown(ROLE.t_ambient, end)) {
      ambient_sum += held.of(ROLE.t_ambient) * ms
      ambient_ms += ms
    }
  }

  const has_use: Record<Use, boolean> = { heating: true, hot_water: has('dhw_valve'), cooling: has('cooling') }
  const integrated = (sums: PerUse, ms: number) =>
    Object.fromEntries(USES.map((each) => [each, ms > 0 && has_use[each] ? sums[each] : null])) as Parts // its keys
  const heat_parts =
    plan.heat === 'meter'
      ? counters.energy('e_heat', 'e_heat_dhw', has_use)
      : integrated(heat, plan.heat === null ? 0 : heat_known_ms)
  const electricity_parts =
    plan.electricity?.from === 'counter'
      ? counters.energy('e_elec', 'e_elec_dhw', has_use)
      : integrated(electricity, plan.electricity === null ? 0 : electricity_known_ms)
  const elapsed_ms = Math.min(to_ms, day.now_ms) - from_ms
  const quality = elapsed_ms <= 0 ? 0 : Math.min(1, known_ms / elapsed_ms)
  const heat_kwh = total(heat_parts)
  const electricity_kwh = total(electricity_parts)
  const minutes = (ms: number, of_ms: number): number | null => (of_ms > 0 ? ms / MS_PER_MINUTE : null)
  return {
    reports,
    quality,
    heat_method: heat_kwh === null ? null : plan.heat,
    electricity_method: electricity_kwh === null ? null : (plan.electricity?.method ?? null),
    heat_kwh,
    heat_heating_kwh: heat_parts.heating,
    heat_hot_water_kwh: heat_parts.hot_water,
    heat_cooling_kwh: heat_parts.cooling,
    electricity_kwh,
    electricity_heating_kwh: electricity_parts.heating,
    electricity_hot_water_kwh: electricity_parts.hot_water,
    electricity_cooling_kwh: electricity_parts.cooling,
    cop: copOf(heat_kwh, electricity_kwh, quality),
    starts: has('starts') ? counters.count('starts') : run_known_ms > 0 ? runs.starts() : null,
    run_minutes: minutes(run_ms, run_known_ms),
    heating_minutes: minutes(running_ms.heating, run_known_ms),
    hot_water_minutes: has_use.hot_water ? minutes(running_ms.hot_water, run_known_ms) : null,
    cooling_minutes: has_use.cooling ? minutes(running_ms.cooling, run_known_ms) : null,
    median_cycle_minutes: median(runs.cycles_ms().map((ms) => ms / MS_PER_MINUTE)),
    defrosts: has('defrosts') ? counters.count('defrosts') : defrost_known_ms > 0 ? runs.defrosts() : null,
    defrost_minutes: minutes(defrost_ms, defrost_known_ms),
    heater_minutes: minutes(heater_ms, heater_known_ms),
    mean_ambient_c: ambient_ms > 0 ? ambient_sum / ambient_ms : null,
    min_ambient_c: Number.isFinite(min_ambient) ? min_ambient : null,
    mean_flow_c: flow_ms > 0 ? flow_sum / flow_ms : null,
    mean_difference_k: difference_ms > 0 ? difference_sum / difference_ms : null,
    mean_flow_l_min: water_ms > 0 ? water_sum / water_ms : null,
  }
}

export type Parts = Record<Use, number | null>

/** Null = not known. */
const stateOf = (held: HeldValues, role: number, at_ms: number): boolean | null =>
  held.isKnown(role, at_ms) ? held.of(role) > 0 : null

const useNow = (held: HeldValues, until_ms: number): Use => {
  if (held.isOn(ROLE.dhw_valve, until_ms)) return 'hot_water'
  return held.isOn(ROLE.cooling, until_ms) ? 'cooling' : 'heating'
}

/** kW that the water takes away; NaN = not known. */
const waterPower = (held: HeldValues, until_ms: number): number =>
  held.isKnown(ROLE.t_out, until_ms) && held.isKnown(ROLE.t_in, until_ms) && held.isKnown(ROLE.flow, until_ms)
    ? held.of(ROLE.flow) * (held.of(ROLE.t_out) - held.of(ROLE.t_in)) * KW_PER_LMIN_K
    : Number.NaN

/** W; NaN = not known, or counted by a counter. */
const electricPower = ({ electricity }: DayPlan, held: HeldValues, until_ms: number): number => {
  if (electricity?.from === 'power') return held.isKnown(ROLE.p_elec, until_ms) ? held.of(ROLE.p_elec) : Number.NaN
  if (electricity?.from !== 'volt_amp') return Number.NaN
  return held.isKnown(ROLE.volt, until_ms) && held.isKnown(ROLE.amp, until_ms)
    ? held.of(ROLE.volt) * held.of(ROLE.amp)
    : Number.NaN
}

const total = (parts: Parts): number | null => {
  const known = USES.map((use) => parts[use]).filter((part) => part !== null)
  return known.length === 0 ? null : known.reduce((sum, part) => sum + part, 0)
}
