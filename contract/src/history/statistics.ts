import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { HistoryDevices, HistoryPoints, withPeriodRules } from './history.ts'
import { HistoryTime } from './history-time.ts'

/** Whose figures, and of when. */
export const StatisticsQuestion = withPeriodRules(
  z.object({ macs: HistoryDevices, points: HistoryPoints, from: HistoryTime, to: HistoryTime }),
)
export type StatisticsQuestion = z.infer<typeof StatisticsQuestion>

/**
 * How long a quantity lay in each of some classes of one width, in the unit of the board: `ms[n]` in the class from
 * `from + n * width` (included) to `from + (n + 1) * width` (not).
 */
export const Distribution = z.object({ from: z.number(), width: z.number(), ms: z.array(z.number()) })
export type Distribution = z.infer<typeof Distribution>

/** How long a value stood until the next, altogether: a silence counts no longer than is no gap. */
const Known = { mac: z.string(), key: z.string(), known_ms: z.number(), last: z.number().nullable() }

/** What one point did over a period, from all of its reports. Null figures and no classes: nothing was reported. */
export const PointStatistics = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('quantity'),
    ...Known,
    min: z.number().nullable(),
    max: z.number().nullable(),
    /** Each value counts for as long as it stood. */
    average: z.number().nullable(),
    /** Half of the time the value lay below it. */
    median: z.number().nullable(),
    distribution: Distribution,
  }),
  z.object({
    kind: z.literal('counter'),
    ...Known,
    first: z.number().nullable(),
    /** Falls are no rise; one to less than half is a counter that began again at zero. */
    rise: z.number().nullable(),
  }),
  z.object({
    kind: z.literal('state'),
    ...Known,
    /** How long each value stood, and how often it came; the longest first. */
    states: z.array(z.object({ value: z.number(), ms: z.number(), times: z.number() })),
  }),
])
export type PointStatistics = z.infer<typeof PointStatistics>

export const historyStatistics = endpoints({
  historyStatistics: {
    method: 'POST',
    path: '/device-history-data/statistics',
    kind: 'read',
    of: 'history',
    needs: 'history:view',
    about: 'device',
    body: StatisticsQuestion,
    result: z.object({ from: z.number(), to: z.number(), statistics: z.array(PointStatistics) }),
    fails: ['device_not_found'],
    says: 'Extremes, average, median and distribution of up to 12 points of up to 5 devices over a period, from every report, weighted by time; of states how long each lasted, of counters how much they rose.',
    example: {
      from: 1_795_166_100_000,
      to: 1_795_252_500_000,
      statistics: [
        {
          kind: 'quantity',
          mac: '863412060123455',
          key: 't_out',
          known_ms: 86_400_000,
          last: 38.6,
          min: 30.8,
          max: 41.2,
          average: 37.9,
          median: 38.1,
          distribution: { from: 30, width: 5, ms: [12_000_000, 62_400_000, 12_000_000] },
        },
      ],
    },
  },
})
