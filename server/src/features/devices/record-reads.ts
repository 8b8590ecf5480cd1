import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { PollBlock } from '@heatfleet/contract/products/products.ts'
import { polledRecords } from '@heatfleet/contract/products/record-tables.ts'
import type { CachedDevice, DeviceCache } from '../../ingest/device-cache.ts'
import type { Layout } from '../../ingest/layouts.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'

type ReadBlock = Pick<PollBlock, 'slave' | 'fn' | 'start' | 'quantity'>

/** Reads of record tables at once: they are polled slowly, and the live view does not hold them. */
export type RecordReads = {
  requested: (device: CachedDevice) => Promise<void>
  /** False = the acknowledgement is of no such read. */
  acknowledged: (mac: string, ack: AckMessage) => Promise<boolean>
}

/** Blocks of the plan that hold records. `own_slave` = of points and tables that name none. */
export const recordBlocksOf = ({
  poll_blocks,
  record_tables,
}: Pick<Layout, 'poll_blocks' | 'record_tables'>): ReadBlock[] =>
  poll_blocks.filter((block) =>
    polledRecords(record_tables, { slave: block.slave, period_s: block.period_s }).some(
      ({ slave, query_cmd, address, reg_len }) =>
        slave === block.slave &&
        query_cmd === block.fn &&
        address < block.start + block.quantity &&
        block.start < address + reg_len,
    ),
  )

export const createRecordReads = (deps: {
  clock: Pick<Clock, 'now' | 'after'>
  transport: Pick<DeviceTransport, 'publish' | 'isListening'>
  device_cache: Pick<DeviceCache, 'find' | 'findLayout'>
  /** Stores what was read like a report. */
  onRead: (device: CachedDevice, block: ReadBlock, words: readonly number[], ack: AckMessage) => Promise<void>
}): RecordReads => {
  const { clock, transport, device_cache, onRead } = deps
  const waiting = new Map<string, { mac: string; block: ReadBlock }>()
  let sent = 0
  const send = (mac: string, block: ReadBlock): void => {
    sent += 1
    // The time makes ids unique across gateway starts: modules answer a repeated id from their cache.
    const id = `t-${clock.now().toString(36)}-${sent}`
    waiting.set(id, { mac, block })
    clock.after(LIMITS.command_timeout_ms, () => waiting.delete(id))
    const exp = Math.ceil((clock.now() + LIMITS.command_timeout_ms) / 1000)
    const { slave, fn, start, quantity } = block
    transport.publish(mac, 'cmd', buildPayload({ id, op: 'read', a: slave, f: fn, s: start, q: quantity, exp }))
  }
  return {
    requested: async (device) => {
      if (!transport.isListening(device.mac)) return
      const layout = await device_cache.findLayout(device)
      const asked = [...waiting.values()]
      // Somebody else has just asked.
      for (const block of layout === null ? [] : recordBlocksOf(layout))
        if (!asked.some((one) => one.mac === device.mac && one.block.start === block.start)) send(device.mac, block)
    },
    acknowledged: async (mac, ack) => {
      const found = waiting.get(ack.id)
      if (found === undefined || found.mac !== mac) return false
      if (ack.st === 'acc') return true
      waiting.delete(ack.id)
      const device = await device_cache.find(mac)
      const words = ack.rb ?? []
      if (device !== null && ack.st === 'ok' && words.length === found.block.quantity)
        await onRead(device, found.block, words, ack)
      return true
    },
  }
}
