import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { AnalysisHead, AnalysisPart, ClassOf, exampleHead, HiddenGroups } from './part.ts'

const count = z.number().int()
const of_product = { product_key: z.string(), product_name: z.string(), product_english_name: z.string() }

/** Width of a class of outdoor temperature, K: within it days are compared. */
export const AMBIENT_BIN_K = 3
/** A unit is compared with others from so many days with a COP on. */
export const BENCHMARK_DAYS_MIN = 7

/** Mean time of operation of a unit, hours a day. */
export const RUN_CLASS_HOURS = [0, 1, 2, 4, 6, 8, 12, 16, 20] as const
/** Mean time that the electric heater was on, minutes a day. */
export const HEATER_CLASS_MINUTES = [0, 1, 5, 15, 30, 60, 180] as const
/** Mean flow temperature while the compressor ran, °C. */
export const FLOW_CLASS_C = [0, 25, 30, 35, 40, 45, 50, 55, 60] as const
/** Set-points of the heating water, °C. */
export const SETPOINT_CLASS_C = FLOW_CLASS_C

/** Of how many days and units the daily figures are. */
const Known = {
  /** Units with at least one day in the period. */
  known_units: count,
  unit_days: count,
}

const Efficiency = {
  units: count,
  /** Days of units with a COP. */
  unit_days: count,
  heat_kwh: z.number(),
  electricity_kwh: z.number(),
  /** Sum of the heat over sum of the electricity of those days; null = none. */
  cop: z.number().nullable(),
  /** Of the compressor for each hour that it ran. */
  starts_per_hour: z.number().nullable(),
  /** Time of defrosting of the time that the compressor ran, %. */
  defrost_percent: z.number().nullable(),
  defrosts_per_day: z.number().nullable(),
  /** Time that the electric heater was on of the time that the compressor ran, %. */
  heater_percent: z.number().nullable(),
}

const EfficiencyAnalysis = AnalysisHead.extend({
  ...Known,
  /** Of these days a COP is known: the others have too few values, or too little electricity. */
  cop_days: count,
  products: z.array(z.object({ ...of_product, ...Efficiency })),
  /** Products with fewer than 5 units. */
  hidden: HiddenGroups,
  /** Daily COP by product and outdoor temperature, the coldest first. */
  bins: z.array(
    z.object({
      ...of_product,
      from_c: z.number(),
      to_c: z.number(),
      units: count,
      unit_days: count,
      p10: z.number(),
      p50: z.number(),
      p90: z.number(),
    }),
  ),
  hidden_bins: HiddenGroups,
  /** Units by how their days stand among those of the same product at the same outdoor temperature, the lowest first. */
  benchmark: z.array(
    z.object({
      mac: z.string(),
      device_name: z.string(),
      ...of_product,
      days: count,
      /** Mean place of its days, 0 = the lowest, 100 = the highest. */
      percentile: z.number(),
      cop: z.number().nullable(),
      /** Of the median of the same days' classes. */
      expected_cop: z.number().nullable(),
    }),
  ),
  /** Units that were compared. */
  benchmark_units: count,
})
export type EfficiencyAnalysis = z.output<typeof EfficiencyAnalysis>

const UsageAnalysis = AnalysisHead.extend({
  ...Known,
  /** Hours that compressors ran, by what for. */
  modes: z.object({ heating: z.number(), hot_water: z.number(), cooling: z.number() }),
  /** Units by their mean hours of operation a day. */
  run: z.array(ClassOf),
  /** Units by their mean minutes of the electric heater a day. */
  heater: z.array(ClassOf),
  /** Units by their mean flow temperature. */
  flow: z.array(ClassOf),
  /** Mean hours of operation of a unit by day. */
  days: z.array(z.object({ day: z.iso.date(), units: count, run_hours: z.number().nullable() })),
  /** Set-points of the heating water as units have them now; `asked` units were looked at. */
  setpoints: z.object({ asked: count, units: count, classes: z.array(ClassOf) }),
})
export type UsageAnalysis = z.output<typeof UsageAnalysis>

const product = { product_key: 'r290-monobloc', product_name: 'R290 整体式热泵', product_english_name: 'R290 monobloc' }

/** What units did by day, over a part of the fleet (product 3.13). Complete days of the unit's own zone only. */
export const analysisDays = endpoints({
  analysisEfficiency: {
    kind: 'read',
    of: 'analysis',
    needs: 'analysis:view',
    fails: ['distributor_not_found', 'device_group_not_found'],
    method: 'POST',
    path: '/analysis/efficiency',
    about: { sum: 'device', field: 'units' },
    body: AnalysisPart.prefault({}),
    result: EfficiencyAnalysis,
    says: `COP of days by product and outdoor temperature with percentiles, starts, defrosts, and the units that stand lowest among their like, at most ${LIMITS.analysis_benchmark_max}. Groups of fewer than 5 units are left out.`,
    example: {
      ...exampleHead,
      known_units: 180,
      unit_days: 5_200,
      cop_days: 4_900,
      products: [
        {
          ...product,
          units: 180,
          unit_days: 4_900,
          heat_kwh: 210_000,
          electricity_kwh: 62_000,
          cop: 3.39,
          starts_per_hour: 0.8,
          defrost_percent: 2.1,
          defrosts_per_day: 3.4,
          heater_percent: 0.4,
        },
      ],
      hidden: { groups: 0, units: 0 },
      bins: [{ ...product, from_c: -3, to_c: 0, units: 170, unit_days: 900, p10: 2.4, p50: 2.9, p90: 3.4 }],
      hidden_bins: { groups: 1, units: 2 },
      benchmark: [
        {
          mac: '863412060123455',
          device_name: 'Villa Linden 4',
          ...product,
          days: 28,
          percentile: 3.5,
          cop: 2.4,
          expected_cop: 2.95,
        },
      ],
      benchmark_units: 175,
    },
  },
  analysisUsage: {
    kind: 'read',
    of: 'analysis',
    needs: 'analysis:view',
    fails: ['distributor_not_found', 'device_group_not_found'],
    method: 'POST',
    path: '/analysis/usage',
    about: { sum: 'device', field: 'units' },
    body: AnalysisPart.prefault({}),
    result: UsageAnalysis,
    says: `What units run for and how long, electric heaters, flow temperatures, and set-points of at most ${LIMITS.analysis_setpoint_units_max} units.`,
    example: {
      ...exampleHead,
      known_units: 180,
      unit_days: 5_200,
      modes: { heating: 42_000, hot_water: 5_100, cooling: 0 },
      run: [{ from: 0, to: 1, units: 3 }],
      heater: [{ from: 0, to: 1, units: 150 }],
      flow: [{ from: 35, to: 40, units: 90 }],
      days: [{ day: '2026-11-21', units: 176, run_hours: 9.4 }],
      setpoints: { asked: 200, units: 180, classes: [{ from: 35, to: 40, units: 80 }] },
    },
  },
})
