import { expect, test } from 'vitest'
import { createPacketMeter } from './mqtt-packet-limit.ts'

const packet = (length: number) => {
  const head = length < 128 ? [0x30, length] : [0x30, (length & 0x7f) | 0x80, length >> 7]
  return Buffer.concat([Buffer.from(head), Buffer.alloc(length, 0xff)])
}

test.each([
  ['two short packets', [packet(5), packet(127)], true],
  ['a packet of exactly the limit', [packet(8192)], true],
  ['a packet one byte longer', [packet(8193)], false],
  ['an empty packet before a long one', [packet(0), packet(9000)], false],
  ['a length that never ends', [Buffer.from([0x30, 0x80, 0x80, 0x80, 0x80])], false],
])('%s, in whole and byte by byte', (_, packets, is_fine) => {
  const bytes = Buffer.concat(packets)
  expect(createPacketMeter().take(bytes)).toBe(is_fine)
  const meter = createPacketMeter()
  expect([...bytes].every((byte) => meter.take(Uint8Array.of(byte)))).toBe(is_fine)
})
