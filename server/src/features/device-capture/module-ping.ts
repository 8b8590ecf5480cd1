import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type pg from 'pg'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import { endPing, findOpenPing, type PingEnd } from './store-gateway.ts'

export type ModulePing = {
  /** A ping was requested in the console. */
  requested: (device_id: number) => Promise<void>
  /** False = the acknowledgement is of no ping. */
  acknowledged: (mac: string, ack: AckMessage) => boolean
  stop: () => void
}

/** Pings modules: `cfgget` changes nothing in a module and is answered with the version of its poll plan. */
export const createModulePing = (deps: {
  pool: pg.Pool
  clock: Pick<Clock, 'now' | 'after'>
  transport: Pick<DeviceTransport, 'publish' | 'isListening'>
}): ModulePing => {
  const { pool, clock, transport } = deps
  const waiting = new Map<string, { mac: string; end: (ack: AckMessage | null) => void }>()

  const ask = (mac: string, id: string): Promise<PingEnd> => {
    const { promise, resolve } = Promise.withResolvers<PingEnd>()
    const sent_ms = clock.now()
    const end = (ack: AckMessage | null): void => {
      cancel()
      waiting.delete(id)
      resolve(endOf(ack, clock.now() - sent_ms))
    }
    const cancel = clock.after(LIMITS.ping_ms, () => end(null))
    waiting.set(id, { mac, end })
    const exp = Math.ceil((sent_ms + LIMITS.ping_ms) / 1000)
    transport.publish(mac, 'cmd', buildPayload({ id, op: 'cfgget', exp }))
    return promise
  }

  return {
    requested: async (device_id) => {
      const ping = await findOpenPing(pool, device_id)
      if (ping === null) return
      const end = transport.isListening(ping.mac)
        ? await ask(ping.mac, `g-${ping.ping_id}`)
        : ({ result: 'offline', round_trip_ms: null, plan_version: null } as const)
      await endPing(pool, ping.ping_id, new Date(clock.now()), end)
    },
    acknowledged: (mac, ack) => {
      const found = waiting.get(ack.id)
      if (found === undefined || found.mac !== mac) return false
      // Accepted: the end follows.
      if (ack.st !== 'acc') found.end(ack)
      return true
    },
    stop: () => {
      for (const { end } of waiting.values()) end(null)
    },
  }
}

const endOf = (ack: AckMessage | null, round_trip_ms: number): PingEnd =>
  ack === null
    ? { result: 'no_answer', round_trip_ms: null, plan_version: null }
    : { result: ack.st === 'ok' ? 'answered' : 'refused', round_trip_ms, plan_version: ack.ver ?? null }
