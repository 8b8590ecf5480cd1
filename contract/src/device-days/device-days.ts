import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'

/** How the heat of a day was found: from water flow and temperature difference, or from counters of the board. */
export const HEAT_METHODS = ['flow', 'meter'] as const
export type HeatMethod = (typeof HEAT_METHODS)[number]

/** How the electricity of a day was found: from counters or a power meter, or from voltage and current. */
export const ELECTRICITY_METHODS = ['meter', 'estimated'] as const
export type ElectricityMethod = (typeof ELECTRICITY_METHODS)[number]

/** What a heat pump works for. */
export const USES = ['heating', 'hot_water', 'cooling'] as const
export type Use = (typeof USES)[number]

/** Product 3.41: no COP below this share of the day, or above this value; below that energy the counters' steps distort it. */
export const COP_MIN_QUALITY = 0.8
const COP_MAX = 10
const COP_MIN_KWH = 0.5

/** Heat over electricity; null where it would mislead. */
export const copOf = (heat_kwh: number | null, electricity_kwh: number | null, quality: number): number | null => {
  if (heat_kwh === null || electricity_kwh === null || electricity_kwh < COP_MIN_KWH || quality < COP_MIN_QUALITY)
    return null
  const cop = heat_kwh / electricity_kwh
  return cop >= 0 && cop <= COP_MAX ? cop : null
}

const Known = z.number().nullable()

/** What a unit did on one day; null = not known, never zero. */
export const DeviceDay = z.object({
  /** Calendar day in the zone of the unit. */
  day: z.iso.date(),
  /** False while the day lasts: figures are of its part so far. */
  is_complete: z.boolean(),
  reports: z.number().int(),
  /** Share of the day in which all values needed for heat and electricity were known, 0..1. */
  quality: z.number(),
  /** Share of the known part of the day in which the module was on line. */
  online_share: Known,
  heat_method: z.enum(HEAT_METHODS).nullable(),
  electricity_method: z.enum(ELECTRICITY_METHODS).nullable(),
  heat_kwh: Known,
  heat_heating_kwh: Known,
  heat_hot_water_kwh: Known,
  /** Heat taken from the water while cooling; positive. */
  heat_cooling_kwh: Known,
  electricity_kwh: Known,
  electricity_heating_kwh: Known,
  electricity_hot_water_kwh: Known,
  electricity_cooling_kwh: Known,
  /** Null below 80 % quality or 0.5 kWh, or outside 0 to 10. */
  cop: Known,
  starts: Known,
  run_minutes: Known,
  heating_minutes: Known,
  hot_water_minutes: Known,
  cooling_minutes: Known,
  /** Of the runs of the compressor that ended on this day. */
  median_cycle_minutes: Known,
  defrosts: Known,
  defrost_minutes: Known,
  heater_minutes: Known,
  mean_ambient_c: Known,
  min_ambient_c: Known,
  /** Flow temperature while the compressor ran. */
  mean_flow_c: Known,
  /** Between flow and return, and water flow, while the compressor ran outside of defrosts and their recovery. */
  mean_difference_k: Known,
  mean_flow_l_min: Known,
  alarms_raised: z.number().int(),
})
export type DeviceDay = z.infer<typeof DeviceDay>

const UseTotals = z.object({ heat_kwh: Known, electricity_kwh: Known, cop: Known })

/** Sums of days. COP and SCOP are of the days of enough quality alone, whose number is `good_days`. */
export const DayTotals = z.object({
  days: z.number().int(),
  good_days: z.number().int(),
  heat_kwh: Known,
  electricity_kwh: Known,
  cop: Known,
  uses: z.object({ heating: UseTotals, hot_water: UseTotals, cooling: UseTotals }),
  starts: Known,
  run_minutes: Known,
  defrosts: Known,
  defrost_minutes: Known,
  heater_minutes: Known,
})
export type DayTotals = z.infer<typeof DayTotals>

/** Days of a unit, both of them its own and included. */
export const DeviceDaysPeriod = z.object({ mac: DeviceId, from: z.iso.date(), to: z.iso.date() })

/** The rules of a question that holds such days. */
export const dayPeriodRules = <Question extends z.ZodType<z.output<typeof DeviceDaysPeriod>>>(question: Question) =>
  question
    .refine(({ from, to }) => from <= to, { path: ['to'], params: { rule: 'from_before_to' } })
    .refine(({ from, to }) => (Date.parse(to) - Date.parse(from)) / DAY_MS < LIMITS.history_period_days_max, {
      path: ['from'],
      params: { rule: 'period_too_long' },
    })
const DAY_MS = 86_400_000

const EXAMPLE_USE = { heat_kwh: 31.2, electricity_kwh: 8.6, cop: 3.63 }
const NO_USE = { heat_kwh: null, electricity_kwh: null, cop: null }
const EXAMPLE_TOTALS = {
  days: 1,
  good_days: 1,
  heat_kwh: 31.2,
  electricity_kwh: 8.6,
  cop: 3.63,
  uses: { heating: EXAMPLE_USE, hot_water: NO_USE, cooling: NO_USE },
  starts: 9,
  run_minutes: 611,
  defrosts: 3,
  defrost_minutes: 14,
  heater_minutes: 0,
}

export const deviceDays = endpoints({
  deviceDays: {
    method: 'POST',
    path: '/device-inventory/device-days',
    kind: 'read',
    of: 'history',
    needs: 'history:view',
    about: 'device',
    body: dayPeriodRules(DeviceDaysPeriod),
    result: z.object({
      /** Zone of the unit, in which days are cut. */
      time_zone: z.string(),
      /** The day that lasts there. */
      today: z.iso.date(),
      days: z.array(DeviceDay),
      months: z.array(DayTotals.extend({ month: z.string() })),
      total: DayTotals,
    }),
    fails: ['device_not_found'],
    says: 'Heat, electricity, COP, starts, running times and defrosts of a unit by day, in its own time zone, with totals by month and seasonal COP by use; the running day is of its part so far. Days without any report are left out.',
    example: {
      time_zone: 'Europe/Warsaw',
      today: '2026-11-22',
      days: [
        {
          day: '2026-11-21',
          is_complete: true,
          reports: 1_440,
          quality: 0.99,
          online_share: 1,
          heat_method: 'flow',
          electricity_method: 'meter',
          heat_kwh: 31.2,
          heat_heating_kwh: 31.2,
          heat_hot_water_kwh: null,
          heat_cooling_kwh: null,
          electricity_kwh: 8.6,
          electricity_heating_kwh: 8.6,
          electricity_hot_water_kwh: null,
          electricity_cooling_kwh: null,
          cop: 3.63,
          starts: 9,
          run_minutes: 611,
          heating_minutes: 597,
          hot_water_minutes: null,
          cooling_minutes: null,
          median_cycle_minutes: 64,
          defrosts: 3,
          defrost_minutes: 14,
          heater_minutes: 0,
          mean_ambient_c: 2.4,
          min_ambient_c: -1.5,
          mean_flow_c: 34.6,
          mean_difference_k: 4.9,
          mean_flow_l_min: 19.8,
          alarms_raised: 0,
        },
      ],
      months: [{ month: '2026-11', ...EXAMPLE_TOTALS }],
      total: EXAMPLE_TOTALS,
    },
  },
})
