import { NO_FLAGS } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'
import type { Block } from '@heatfleet/modbus/point.ts'

/** Raw words by register address, all in one run of holding registers. */
export type Words = Record<number, number>

/** A good answer that holds these registers; those between them are 0. */
export const blockOf = (words: Words): Block => {
  const addresses = Object.keys(words).map(Number)
  const start = Math.min(...addresses)
  const quantity = Math.max(...addresses) - start + 1
  const data = Buffer.alloc(quantity * 2)
  for (const address of addresses) data.writeUInt16BE((words[address] ?? 0) & 0xffff, (address - start) * 2)
  return { slave: 1, fn: 3, start, quantity, status: 0, data }
}

/** A binary report of one block, as a module sends it. */
export const reportBytes = (at_ms: number, words: Words): Buffer =>
  Buffer.from(
    encodeReport({
      type: 1,
      seq: 0,
      ts: Math.floor(at_ms / 1000),
      flags: { ...NO_FLAGS, cyclic: true },
      rssi_dbm: -70,
      csq: null,
      blocks: [blockOf(words)],
    }),
  )
