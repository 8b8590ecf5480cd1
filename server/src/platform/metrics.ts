import { monitorEventLoopDelay } from 'node:perf_hooks'
import { AggregatorRegistry, collectDefaultMetrics, Gauge, type MetricObjectWithValues, Registry } from 'prom-client'

/** The metrics of another process, as its registry gives them in JSON; each series carries the label `process`. */
export type ProcessMetrics = MetricObjectWithValues<{
  value: number
  labels: Partial<Record<string, string | number>>
}>[]

/** The registry of the console process; its text includes the latest metrics of the gateway. */
type Metrics = { registry: Registry; setGatewayMetrics: (metrics: ProcessMetrics) => void }

export const openMetrics = (): Metrics => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registerEventLoopDelay(registry)
  let gateway: ProcessMetrics = []
  registry.metrics = async () => mergeMetrics(await registry.getMetricsAsJSON(), gateway)
  return {
    registry,
    setGatewayMetrics: (metrics) => {
      gateway = metrics
    },
  }
}

/** Merges families of the same name. Series of different processes differ by label, so that nothing is summed or omitted. */
export const mergeMetrics = (...processes: object[][]): Promise<string> =>
  AggregatorRegistry.aggregate(
    processes.map((metrics) => metrics.map((metric) => ({ ...metric, aggregator: 'first' as const }))),
  ).metrics()

const RESOLUTION_MS = 5

/** Event loop delay beyond the sampling resolution, 99.9th percentile since the last scrape. */
const registerEventLoopDelay = (registry: Registry): void => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const gauge: Gauge = new Gauge({
    name: 'heatfleet_event_loop_delay_p999_seconds',
    help: 'Event loop delay, 99.9th percentile since the last scrape.',
    registers: [registry],
    collect: () => {
      // Nanoseconds; NaN while nothing is recorded.
      const delay_s = delays.percentile(99.9) / 1e9 - RESOLUTION_MS / 1_000
      gauge.set(Number.isFinite(delay_s) ? Math.max(0, delay_s) : 0)
      delays.reset()
    },
  })
}
