import { CURVES, type CurveName, type Operations } from '@heatfleet/contract/operations/operations.ts'
import type { AppContext } from '../../app-context.ts'
import type { ProcessMetrics } from '../../platform/metrics.ts'

type Deps = Pick<AppContext, 'clock' | 'bus' | 'metrics' | 'log'>

/** Counts at one moment; rates are differences between two. */
type Counts = { at_ms: number; stored: number; refused: number; ack_sum_s: number; acks: number; calls: number }
type Sample = { at_ms: number } & Record<CurveName, number | null>
type Refusals = Operations['refusals']

const MINUTE_MS = 60_000
const MINUTES = 60
/** A gateway that has sent nothing for this time has no present figures, in ms. */
const STALE_MS = 15_000

const PREFIX = 'heatfleet_gateway_'
const REFUSED = {
  report: 'reports_refused_total',
  message: 'messages_refused_total',
  log_in: 'logins_refused_total',
  publish: 'publishes_refused_total',
  connection: 'connections_refused_total',
} as const satisfies Record<Refusals[number]['kind'], string>
const KINDS = Object.keys(REFUSED) as Refusals[number]['kind'][] // the keys just above

/** Figures of the last hour, from the metrics that the gateway sends every few seconds: no query, a few hundred numbers. */
type Samples = {
  last: () => Sample | null
  curves: () => Operations['curves']
  refusals: () => Refusals
  queue: () => number | null
  gateway: () => { seen_ms: number; started_ms: number | null; memory_bytes: number | null } | null
}

export const createSamples = ({ clock, bus, metrics, log }: Deps): Samples => {
  let newest: { at_ms: number; figures: ProcessMetrics } | null = null
  let counts: Counts | null = null
  let samples: Sample[] = []

  const take = async (figures: ProcessMetrics): Promise<void> => {
    const at_ms = clock.now()
    const calls = await sumOf(metrics, 'heatfleet_http_calls_total')
    const sockets = await sumOf(metrics, 'heatfleet_push_sockets')
    const now: Counts = {
      at_ms,
      stored: totalOf(figures, 'reports_stored_total') ?? 0,
      refused: KINDS.reduce((sum, kind) => sum + (totalOf(figures, REFUSED[kind]) ?? 0), 0),
      ack_sum_s: totalOf(figures, 'puback_seconds', 'heatfleet_gateway_puback_seconds_sum') ?? 0,
      acks: totalOf(figures, 'puback_seconds', 'heatfleet_gateway_puback_seconds_count') ?? 0,
      calls: calls ?? 0,
    }
    const before = counts
    counts = now
    newest = { at_ms, figures }
    // The first message, and the first of a restarted gateway: counts begin anew.
    if (before === null || now.stored < before.stored || now.acks < before.acks || at_ms <= before.at_ms) return
    const seconds = (at_ms - before.at_ms) / 1_000
    const acks = now.acks - before.acks
    samples.push({
      at_ms,
      connections: totalOf(figures, 'connections'),
      reports_per_s: (now.stored - before.stored) / seconds,
      lag_ms: acks === 0 ? null : ((now.ack_sum_s - before.ack_sum_s) / acks) * 1_000,
      refused_per_min: ((now.refused - before.refused) / seconds) * 60,
      sockets,
      calls_per_s: (now.calls - before.calls) / seconds,
    })
    samples = samples.filter((sample) => sample.at_ms > at_ms - MINUTES * MINUTE_MS)
  }
  bus.subscribe((message) => {
    if (message.kind !== 'metrics') return
    take(message.metrics).catch((error: unknown) => log.debug({ error }, 'figures of the gateway could not be kept'))
  })

  const isFresh = (at_ms: number): boolean => clock.now() - at_ms < STALE_MS
  return {
    last: () => {
      const last = samples.at(-1)
      return last !== undefined && isFresh(last.at_ms) ? last : null
    },
    curves: () => {
      const now_ms = clock.now()
      return Object.fromEntries(CURVES.map((name) => [name, minutesOf(samples, name, now_ms)])) as Operations['curves'] // a curve for each name
    },
    refusals: () => (newest === null ? [] : refusalsOf(newest.figures)),
    queue: () => (newest !== null && isFresh(newest.at_ms) ? totalOf(newest.figures, 'queue_reports') : null),
    gateway: () => {
      if (newest === null) return null
      const uptime_s = totalOf(newest.figures, 'uptime_seconds')
      return {
        seen_ms: newest.at_ms,
        started_ms: uptime_s === null ? null : newest.at_ms - uptime_s * 1_000,
        memory_bytes: totalOf(newest.figures, 'memory_bytes'),
      }
    },
  }
}

/** Means of each of the last minutes, the newest last. Pure. */
export const minutesOf = (samples: readonly Sample[], name: CurveName, now_ms: number): (number | null)[] => {
  const sums = Array.from({ length: MINUTES }, () => ({ sum: 0, count: 0 }))
  for (const sample of samples) {
    const minute = sums[MINUTES - 1 - Math.floor((now_ms - sample.at_ms) / MINUTE_MS)]
    const value = sample[name]
    if (minute === undefined || value === null) continue
    minute.sum += value
    minute.count += 1
  }
  return sums.map(({ sum, count }) => (count === 0 ? null : Math.round((sum / count) * 100) / 100))
}

/** Sum over the series of a metric of the gateway; `series` picks one of a histogram. Null = it was not sent. */
const totalOf = (figures: ProcessMetrics, name: string, series?: string): number | null => {
  const metric = figures.find((one) => one.name === PREFIX + name)
  if (metric === undefined) return null
  return metric.values.reduce((sum, value) => {
    const { metricName } = value as { metricName?: string } // of histograms only
    return series === undefined || metricName === series ? sum + value.value : sum
  }, 0)
}

/** Sum over the series of a metric of this process; null = it is not registered. */
const sumOf = async (metrics: Deps['metrics'], name: string): Promise<number | null> => {
  const metric = metrics.getSingleMetric(name)
  if (metric === undefined) return null
  const { values } = await metric.get()
  return values.reduce((sum, { value }) => sum + value, 0)
}

const REFUSALS_SHOWN = 30

const refusalsOf = (figures: ProcessMetrics): Refusals =>
  KINDS.flatMap((kind) =>
    (figures.find(({ name }) => name === PREFIX + REFUSED[kind])?.values ?? []).map(({ labels, value }) => ({
      kind,
      reason: String(labels.reason ?? ''),
      count: value,
    })),
  )
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count)
    .slice(0, REFUSALS_SHOWN)
