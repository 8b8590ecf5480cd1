import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'

/** How often the delay is looked at; what is told is what came on top of it. */
const RESOLUTION_MS = 5

/** Tells how late the event loop was in 999 of 1,000 looks since the last time somebody asked. */
export const tellLoopDelay = (registry: Registry): void => {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  const told: Gauge = new Gauge({
    name: 'heatfleet_event_loop_delay_p999_seconds',
    help: 'How late the event loop was at most in 99.9 % of the looks since this was last asked.',
    registers: [registry],
    collect: () => {
      // Nanoseconds; nothing recorded yet is no number.
      const late_s = delays.percentile(99.9) / 1e9 - RESOLUTION_MS / 1_000
      told.set(Number.isFinite(late_s) ? Math.max(0, late_s) : 0)
      delays.reset()
    },
  })
}
