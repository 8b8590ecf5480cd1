import { Counter, Histogram, type Registry } from 'prom-client'

/** Metrics of HTTP calls. */
export type HttpMetrics = {
  /** Counts an answered call: endpoint name, `ok` or the refusal's code, milliseconds. */
  count: (endpoint: string, result: string, took_ms: number) => void
}

/** Counts calls by endpoint and result, and how long they took. */
export const createHttpMetrics = (registry: Registry): HttpMetrics => {
  const calls = new Counter({
    name: 'heatfleet_http_calls_total',
    help: 'Calls by endpoint and result',
    labelNames: ['endpoint', 'result'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'heatfleet_http_seconds',
    help: 'Time to answer a call',
    labelNames: ['endpoint'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  return {
    count: (endpoint, result, took_ms) => {
      calls.inc({ endpoint, result })
      seconds.observe({ endpoint }, took_ms / 1_000)
    },
  }
}
