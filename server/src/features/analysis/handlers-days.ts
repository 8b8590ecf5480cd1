import {
  AMBIENT_BIN_K,
  type analysisDays,
  BENCHMARK_DAYS_MIN,
  FLOW_CLASS_C,
  HEATER_CLASS_MINUTES,
  RUN_CLASS_HOURS,
  SETPOINT_CLASS_C,
} from '@heatfleet/contract/analysis/days.ts'
import { type AnalysisPart, GROUP_UNITS_MIN } from '@heatfleet/contract/analysis/part.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { latestValueOf } from '../devices/public.ts'
import type { Layouts } from '../products/public.ts'
import { headOf } from './handlers.ts'
import { type Cohort, cohortOf } from './part.ts'
import { classesOf, rounded, withoutSmall } from './rules.ts'
import { countUnits, listLatestBlocks } from './store.ts'
import {
  type CopBin,
  countByMean,
  countDays,
  listCopBins,
  listEfficiency,
  listRunDays,
  listStandings,
  type ProductEfficiency,
  type Standing,
  sumModes,
} from './store-days.ts'

type Deps = Pick<AppContext, 'database' | 'clock'> & { layouts: Layouts }

/** What units did by day: how well, and what for. */
export const analysisDayHandlers = ({ database, clock, layouts }: Deps) => {
  const { db } = database
  const chosen = (caller: Caller, part: AnalysisPart) => cohortOf({ database, clock }, caller, part)

  /** Set-points of the heating water as units reported them last. */
  const setpointsOf = async ({ scope }: Pick<Caller, 'scope'>, cohort: Cohort) => {
    const rows = await listLatestBlocks(db, scope, cohort, LIMITS.analysis_setpoint_units_max)
    const values: number[] = []
    for (const { layout_id, latest_blocks } of rows) {
      const layout = await layouts.find(layout_id)
      const point = layout?.points.find(({ tag }) => tag === 'set_heat')
      const value = layout === null || point === undefined ? null : latestValueOf(layout, latest_blocks, point.key)
      if (value !== null && Number.isFinite(value)) values.push(value)
    }
    const classes = classesOf(SETPOINT_CLASS_C, []).map(({ from, to }, at) => ({
      from,
      to,
      units: values.filter((value) => (at === 0 || value >= from) && (to === null || value < to)).length,
    }))
    return { asked: rows.length, units: values.length, classes }
  }

  return {
    analysisEfficiency: async ({ body }, { caller }) => {
      const cohort = await chosen(caller, body)
      const compared = {
        units_min: GROUP_UNITS_MIN,
        days_min: BENCHMARK_DAYS_MIN,
        limit: LIMITS.analysis_benchmark_max,
      }
      const [units, known, products, bins, standings] = await Promise.all([
        countUnits(db, caller.scope, cohort),
        countDays(db, caller.scope, cohort),
        listEfficiency(db, caller.scope, cohort),
        listCopBins(db, caller.scope, cohort),
        listStandings(db, caller.scope, cohort, compared),
      ])
      const large = withoutSmall(products)
      const large_bins = withoutSmall(bins)
      return {
        ...headOf(cohort, clock.now(), units),
        ...known,
        products: large.list.map(toEfficiency),
        hidden: large.hidden,
        bins: large_bins.list.map(toBin),
        hidden_bins: large_bins.hidden,
        benchmark: standings.map(toStanding),
        benchmark_units: standings[0]?.compared ?? 0,
      }
    },

    analysisUsage: async ({ body }, { caller }) => {
      const cohort = await chosen(caller, body)
      const [units, { known_units, unit_days }, modes, run, heater, flow, days, setpoints] = await Promise.all([
        countUnits(db, caller.scope, cohort),
        countDays(db, caller.scope, cohort),
        sumModes(db, caller.scope, cohort),
        countByMean(db, caller.scope, cohort, 'run', RUN_CLASS_HOURS),
        countByMean(db, caller.scope, cohort, 'heater', HEATER_CLASS_MINUTES),
        countByMean(db, caller.scope, cohort, 'flow', FLOW_CLASS_C),
        listRunDays(db, caller.scope, cohort),
        setpointsOf(caller, cohort),
      ])
      return {
        ...headOf(cohort, clock.now(), units),
        known_units,
        unit_days,
        modes,
        run: classesOf(RUN_CLASS_HOURS, run),
        heater: classesOf(HEATER_CLASS_MINUTES, heater),
        flow: classesOf(FLOW_CLASS_C, flow),
        days,
        setpoints,
      }
    },
  } satisfies Pick<Handlers, keyof typeof analysisDays>
}

const share = (part: number, whole: number, factor: number): number | null =>
  whole > 0 ? rounded((part / whole) * factor, 2) : null

const toEfficiency = ({
  starts,
  run_minutes,
  defrosts,
  defrost_days,
  defrost_minutes,
  heater_minutes,
  ...row
}: ProductEfficiency) => ({
  ...row,
  cop: share(row.heat_kwh, row.electricity_kwh, 1),
  starts_per_hour: share(starts, run_minutes, 60),
  defrost_percent: share(defrost_minutes, run_minutes, 100),
  defrosts_per_day: share(defrosts, defrost_days, 1),
  heater_percent: share(heater_minutes, run_minutes, 100),
})

const toBin = ({ bin, p10, p50, p90, ...row }: CopBin) => ({
  ...row,
  from_c: bin * AMBIENT_BIN_K,
  to_c: (bin + 1) * AMBIENT_BIN_K,
  p10: rounded(p10, 2),
  p50: rounded(p50, 2),
  p90: rounded(p90, 2),
})

const toStanding = ({ compared: _, percentile, cop, expected_cop, ...row }: Standing) => ({
  ...row,
  percentile: rounded(percentile, 1),
  cop: cop === null ? null : rounded(cop, 2),
  expected_cop: expected_cop === null ? null : rounded(expected_cop, 2),
})
