import { createHash } from 'node:crypto'
import { NO_FLAGS } from '@heatfleet/contract/device-protocol/report.ts'
import { encodeReport } from '@heatfleet/contract/device-protocol/report-frame.ts'

/** Blocks of the built-in product's poll plan with 60 registers together (first register, registers). */
const BLOCKS = [
  [0, 50],
  [198, 7],
  [440, 3],
] as const
export const REGISTERS = BLOCKS.reduce((sum, [, quantity]) => sum + quantity, 0)
/** Units whose reports of a moment are alike: enough that no frame is the same for more than a few. */
const VARIANTS = 16
/** Registers of the fast block that hold faults or states; 0 = all is well. */
const FAULT_WORDS = new Set([3, 7, 8, 9, 10, 11, 12, 13, 42, 43])
/** The fault of the tank's sensor: register and key of the built-in product. */
const ALARM = { address: 7, word: 1, key: 'f01' } as const
/** Of so many reports one brings an alarm, which goes with the next. */
const ALARM_EVERY = 997

export const ALARM_KEY = ALARM.key

/** Report n of a unit. What is sent and what is looked for in the store come from here alike. */
export type MeasuredFrames = {
  /** Bytes of each frame. */
  bytes: number
  frameOf: (unit: number, n: number) => Buffer
  hasAlarm: (unit: number, n: number) => boolean
  /** MD5 in hex, as the database gives it. */
  hashOf: (unit: number, n: number) => string
}

/** Makes `count` moments of reports in advance, a second apart, the first at `from_s`. */
export const prepareFrames = (from_s: number, count: number): MeasuredFrames => {
  const frames: Buffer[] = []
  for (let n = 0; n < count; n += 1)
    for (let variant = 0; variant < VARIANTS; variant += 1) frames.push(frameOf(n, from_s + n, variant))
  const at = (unit: number, n: number): Buffer => {
    const frame = frames[n * VARIANTS + (unit % VARIANTS)]
    if (frame === undefined) throw new RangeError(`only ${count} reports of each unit were prepared`)
    return frame
  }
  return {
    bytes: frames[0]?.length ?? 0,
    frameOf: at,
    hasAlarm: (unit, n) => isAlarm(n, unit % VARIANTS),
    hashOf: (unit, n) => createHash('md5').update(at(unit, n)).digest('hex'),
  }
}

const isAlarm = (n: number, variant: number): boolean => (n * VARIANTS + variant) % ALARM_EVERY === 0

const frameOf = (n: number, ts: number, variant: number): Buffer => {
  const blocks = BLOCKS.map(([start, quantity]) => {
    const data = Buffer.alloc(quantity * 2)
    for (let index = 0; index < quantity; index += 1) data.writeUInt16BE(wordAt(n, variant, start + index), index * 2)
    return { slave: 1, fn: 3 as const, start, quantity, status: 0, data }
  })
  const head = { type: 1 as const, seq: n & 0xffff, ts, rssi_dbm: -71, csq: 21 }
  return Buffer.from(encodeReport({ ...head, flags: { ...NO_FLAGS, cyclic: true }, blocks }))
}

/** Measurements that move a little, states and settings that rest, faults that are rare. */
const wordAt = (n: number, variant: number, address: number): number => {
  if (FAULT_WORDS.has(address)) return address === ALARM.address && isAlarm(n, variant) ? ALARM.word : 0
  if (address % 3 === 0) return 200 + Math.round(80 * Math.sin((n + variant * 7 + address) / 9))
  return 100 + ((address * 13 + variant) % 200)
}
