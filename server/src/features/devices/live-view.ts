import type { Command } from '@heatfleet/contract/device-protocol/device-commands.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import { liveViewCommand, refreshCommand } from './poll-plan.ts'

/** Requests a higher reporting rate while a console shows a device. */
export type LiveView = {
  watch: (mac: string) => void
  refresh: (mac: string) => void
  /** The module reconnected: repeats the command of an active view. */
  wake: (mac: string) => void
}

export const createLiveView = (deps: {
  clock: Pick<Clock, 'now'>
  transport: Pick<DeviceTransport, 'publish'>
}): LiveView => {
  const { clock, transport } = deps
  const until_ms = new Map<string, number>()
  let sent = 0
  const leftMs = (mac: string) => (until_ms.get(mac) ?? 0) - clock.now()
  // The time makes ids unique across gateway starts: modules answer a repeated id from their cache.
  const nextId = () => {
    sent += 1
    return `l-${clock.now().toString(36)}-${sent}`
  }
  const send = (mac: string, command: Command) => transport.publish(mac, 'cmd', buildPayload(command))
  const removeExpired = () => {
    for (const [mac, end_ms] of until_ms) if (end_ms < clock.now()) until_ms.delete(mac)
  }
  return {
    watch: (mac) => {
      // Consoles renew well before expiry; several consoles share one view.
      if (leftMs(mac) > (LIMITS.live_view_ttl_s * 1000) / 2) return
      removeExpired()
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
