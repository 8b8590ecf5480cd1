import type { Command } from '@heatfleet/contract/device-protocol/device-commands.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import { liveViewCommand, refreshCommand } from './poll-plan.ts'

/** Makes modules report fast while a console looks at them. */
export type LiveView = {
  watch: (mac: string) => void
  refresh: (mac: string) => void
  /** The module listens again: a view that still lasts is asked for anew. */
  wake: (mac: string) => void
}

export const createLiveView = (deps: {
  clock: Pick<Clock, 'now'>
  transport: Pick<DeviceTransport, 'publish'>
}): LiveView => {
  const { clock, transport } = deps
  const until_ms = new Map<string, number>()
  let asked = 0
  const leftMs = (mac: string) => (until_ms.get(mac) ?? 0) - clock.now()
  // The time makes ids of two gateway starts differ: the module answers a known id from memory.
  const nextId = () => {
    asked += 1
    return `l-${clock.now().toString(36)}-${asked}`
  }
  const send = (mac: string, command: Command) => transport.publish(mac, 'cmd', buildPayload(command))
  const forgetEnded = () => {
    for (const [mac, end_ms] of until_ms) if (end_ms < clock.now()) until_ms.delete(mac)
  }
  return {
    watch: (mac) => {
      // Consoles ask again well before the view ends; several of them are one view.
      if (leftMs(mac) > (LIMITS.live_view_ttl_s * 1000) / 2) return
      forgetEnded()
      until_ms.set(mac, clock.now() + LIMITS.live_view_ttl_s * 1000)
      send(mac, liveViewCommand(nextId(), clock.now()))
    },
    refresh: (mac) => send(mac, refreshCommand(nextId(), clock.now(), leftMs(mac) / 1000)),
    wake: (mac) => {
      const left_ms = leftMs(mac)
      if (left_ms > 0) send(mac, refreshCommand(nextId(), clock.now(), left_ms / 1000))
    },
  }
}
