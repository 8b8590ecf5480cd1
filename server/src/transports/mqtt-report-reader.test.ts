import { describe, expect, test } from 'vitest'
import { PINGREQ, packetOf, publishOf } from '../../test/raw-module.ts'
import { createReportReader } from './mqtt-report-reader.ts'

const TOPIC = 'hp/v1/d/863412060123455/up/blk'
const OTHER = 'hp/v1/d/863412060123456/up/blk'
const STATE = 'hp/v1/d/863412060123455/up/st'
const frame = Buffer.from('HP a report')
const long = Buffer.alloc(300, 7)

const report = publishOf(0x32, TOPIC, 7, frame)
const again = publishOf(0x3a, TOPIC, 8, frame)
const unasked = publishOf(0x30, TOPIC, null, frame)
const large = publishOf(0x32, TOPIC, 0x1234, long)
const empty = publishOf(0x32, TOPIC, 9, Buffer.alloc(0))

/** What was taken, as `id payload`, and what was left to the broker. */
const readAll = (chunks: readonly Buffer[]) => {
  const taken: string[] = []
  const reader = createReportReader(TOPIC, (payload, packet_id, is_repeat) =>
    taken.push(`${packet_id}${is_repeat ? ' again' : ''} ${payload.toString('hex')}`),
  )
  const left = chunks.map((chunk) => reader.take(chunk) ?? Buffer.alloc(0))
  return { taken, left: Buffer.concat(left).toString('hex'), is_keeping: reader.isMidPacket() }
}
const hex = frame.toString('hex')

describe('reports are taken off the line', () => {
  test.each<[string, Buffer[], string[]]>([
    ['one', [report], [`7 ${hex}`]],
    ['one that is sent again', [again], [`8 again ${hex}`]],
    ['one that is never acknowledged', [unasked], [`null ${hex}`]],
    ['several', [report, again, unasked], [`7 ${hex}`, `8 again ${hex}`, `null ${hex}`]],
    ['one with a length of two bytes', [large, report], [`4660 ${long.toString('hex')}`, `7 ${hex}`]],
    ['an empty one', [empty, report], ['9 ', `7 ${hex}`]],
  ])('%s, in one piece, byte by byte and cut anywhere', (_, packets, expected) => {
    const bytes = Buffer.concat(packets)
    const nothing_left = { taken: expected, left: '', is_keeping: false }
    expect(readAll([bytes])).toEqual(nothing_left)
    expect(readAll([...bytes].map((byte) => Buffer.of(byte)))).toEqual(nothing_left)
    for (let cut = 1; cut < bytes.length; cut += 1)
      expect(readAll([bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(nothing_left)
  })
})

describe('all else is the broker’s, with everything behind it', () => {
  test.each<[string, Buffer]>([
    ['a ping', PINGREQ],
    ['a retained report', publishOf(0x33, TOPIC, 7, frame)],
    ['a report of QoS 2', publishOf(0x34, TOPIC, 7, frame)],
    ['a report of QoS 3, which there is not', publishOf(0x36, TOPIC, 7, frame)],
    ['another module’s report', publishOf(0x32, OTHER, 7, frame)],
    ['another channel', publishOf(0x32, STATE, 7, frame)],
    ['a topic that only begins so', publishOf(0x32, `${TOPIC}j`, 7, frame)],
    ['a packet id of 0', publishOf(0x32, TOPIC, 0, frame)],
    ['a packet that ends within its topic', packetOf(0x32, report.subarray(2, 20))],
    ['a packet that ends within its id', packetOf(0x32, report.subarray(2, 2 + 2 + TOPIC.length + 1))],
    ['a packet with nothing in it', packetOf(0x32)],
  ])('%s', (_, other) => {
    const left = Buffer.concat([other, again])
    expect(readAll([Buffer.concat([report, left])])).toEqual({
      taken: [`7 ${hex}`],
      left: left.toString('hex'),
      is_keeping: false,
    })
    expect(readAll([report, left]).left).toBe(left.toString('hex'))
  })

  test('also when its beginning came before and looked like a report', () => {
    const foreign = publishOf(0x32, OTHER, 7, frame)
    for (let cut = 1; cut < foreign.length; cut += 1) {
      const { taken, left } = readAll([foreign.subarray(0, cut), Buffer.concat([foreign.subarray(cut), report])])
      expect([taken, left]).toEqual([[], Buffer.concat([foreign, report]).toString('hex')])
    }
  })
})
