import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { isTimeZone } from '../time-zone.ts'
import { HistoryTime } from './history-time.ts'
import { HistorySeries, SeriesQuality } from './series.ts'

/** Bucket lengths in seconds; `raw` = as reported, `auto` = chosen to fit the requested width. */
export const RESOLUTIONS = { auto: 0, raw: 0, '1m': 60, '5m': 300, '1h': 3_600, day: 86_400 } as const
export type Resolution = keyof typeof RESOLUTIONS

/**
 * Meaning of `v` of a bucket. `auto`: the average of a measurement, the newest of a counter or a state. `time_weighted`:
 * each value counts for as long as it stood. `difference`: how much a counter rose.
 */
export const AGGREGATES = [
  'auto',
  'average',
  'first',
  'last',
  'min',
  'max',
  'sum',
  'time_weighted',
  'difference',
] as const
export type Aggregate = (typeof AGGREGATES)[number]

/** A time zone by its IANA name, as the browser reports it. */
export const TimeZone = z
  .string()
  .max(LIMITS.time_zone_max)
  .refine((name) => isTimeZone(name), { params: { rule: 'time_zone_unknown' } })

/** No point may be chosen twice (spec 5), nor with blanks around it. */
export const HistoryPoints = z
  .array(z.string().trim().min(1).max(40))
  .min(1)
  .max(LIMITS.history_points_max)
  .refine((keys) => new Set(keys).size === keys.length, { params: { rule: 'no_duplicates' } })

/** The devices of a history question; more would be no picture. */
export const HistoryDevices = z.array(DeviceId).min(1).max(LIMITS.history_devices_max)

/** Holds the rules of every period: forward in time, and within the longest period of a query. */
export const withPeriodRules = <Schema extends z.ZodType<{ from: string; to: string }>>(schema: Schema): Schema =>
  schema
    .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { path: ['to'], params: { rule: 'from_before_to' } })
    .refine(({ from, to }) => Date.parse(to) - Date.parse(from) <= LIMITS.history_period_days_max * DAY_MS, {
      path: ['from'],
      params: { rule: 'period_too_long' },
    })

const DAY_MS = 86_400_000

/** Whose points, and when. */
const About = {
  macs: HistoryDevices,
  points: HistoryPoints,
  from: HistoryTime,
  to: HistoryTime,
  aggregate: z.enum(AGGREGATES).default('auto'),
}

export const HistoryQuestion = withPeriodRules(
  z.object({
    ...About,
    resolution: z.enum(['auto', 'raw', '1m', '5m', '1h', 'day']).default('auto'),
    width_px: z.number().int().min(50).max(4_000).default(1_000),
    /** Buckets of a day are the calendar days of this zone. */
    time_zone: TimeZone.default('UTC'),
    /** Includes the quality flags of the values. */
    quality: z.boolean().default(false),
  }),
)
export type HistoryQuestion = z.infer<typeof HistoryQuestion>

/** Resolutions of a file: what it holds depends on no width of a drawing. */
export const EXPORT_RESOLUTIONS = ['raw', '1m', '5m', '1h', 'day'] as const satisfies readonly Resolution[]

/** How a file of history is split: not at all, or as an archive with a file for each device, each day, or each day of each device. */
export const HISTORY_SPLITS = ['none', 'device', 'day', 'device_day'] as const
export type HistorySplit = (typeof HISTORY_SPLITS)[number]

/** What a file of history holds; its days are those of the file's time zone. */
export const HistoryExportFilter = withPeriodRules(
  z.object({ ...About, resolution: z.enum(EXPORT_RESOLUTIONS), split: z.enum(HISTORY_SPLITS).default('none') }),
)
export type HistoryExportFilter = z.infer<typeof HistoryExportFilter>

/** A column of such a file: `time`, `mac`, `device_name`, `quality` (the marks of all its points together), or a point. */
export const HistoryExportColumn = z.string().min(1).max(40)

/** A named choice of points, kept per account and product ("my set"). */
export const AttrSaving = z.object({ name: z.string().trim().min(1).max(40), points: HistoryPoints })
export type AttrSaving = z.infer<typeof AttrSaving>

const ByProduct = z.object({ id: z.string().max(64) })

export const history = endpoints({
  historyData: {
    method: 'POST',
    path: '/device-history-data/history-data',
    kind: 'read',
    of: 'history',
    needs: 'history:view',
    about: 'device',
    body: HistoryQuestion,
    result: z.object({
      from: z.number(),
      to: z.number(),
      /** Seconds of one bucket; 0 = rows as reported. */
      bucket_s: z.number(),
      /** True when rows were left out to stay within the limit of one answer: query a shorter period. */
      truncated: z.boolean(),
      series: z.array(HistorySeries),
      /** Empty unless requested. */
      quality: z.array(SeriesQuality),
    }),
    fails: ['device_not_found'],
    says: 'Up to 12 points of up to 5 devices over a period, raw or reduced to one of several aggregates; minimum and maximum per bucket are kept. Days are those of a time zone.',
    example: {
      from: 1_795_166_100_000,
      to: 1_795_252_500_000,
      bucket_s: 60,
      truncated: false,
      series: [],
      quality: [],
    },
  },
  attrSavings: {
    method: 'GET',
    path: '/device-history-data/attr-savings/:id',
    kind: 'read',
    of: 'attr-saving',
    needs: 'history:view',
    about: 'unscoped',
    params: ByProduct,
    result: z.array(AttrSaving),
    fails: ['product_unknown'],
    says: 'The own saved selections of points for a product (id = product_key).',
    example: [{ name: 'Refrigerant', points: ['t_discharge', 'p_high'] }],
  },
  saveAttrSavings: {
    method: 'POST',
    path: '/device-history-data/attr-savings/:id',
    kind: 'change',
    of: 'attr-saving',
    needs: 'history:preset-edit',
    about: 'unscoped',
    params: ByProduct,
    body: z
      .array(AttrSaving)
      .max(LIMITS.attr_savings_max)
      .refine((list) => new Set(list.map((saving) => saving.name)).size === list.length, {
        params: { rule: 'no_duplicates' },
      }),
    result: z.array(AttrSaving),
    fails: ['product_unknown'],
    says: 'Replaces the own saved selections for a product.',
    example: [{ name: 'Refrigerant', points: ['t_discharge', 'p_high'] }],
  },
})
