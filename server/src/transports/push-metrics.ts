import { Counter, Gauge, type Registry } from 'prom-client'

/** Metrics of the realtime socket. */
export const createPushMetrics = (registry: Registry, countSockets: () => number) => {
  const registers = [registry]
  new Gauge({
    name: 'heatfleet_push_sockets',
    help: 'Open realtime sockets.',
    registers,
    collect() {
      this.set(countSockets())
    },
  })
  const pushed = new Counter({
    name: 'heatfleet_push_messages_total',
    help: 'Device statuses pushed to sockets.',
    registers,
  })
  const closed = new Counter({
    name: 'heatfleet_push_closed_total',
    help: 'Realtime sockets closed, by reason.',
    labelNames: ['reason'],
    registers,
  })
  return {
    pushed: (count: number): void => pushed.inc(count),
    closed: (reason: string): void => closed.inc({ reason }),
  }
}
