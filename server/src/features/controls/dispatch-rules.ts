import type { Command } from '@heatfleet/contract/device-protocol/device-commands.ts'
import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { WriteSequence, WriteStep } from '@heatfleet/contract/products/settings.ts'
import { encodeWrite, readBack, resolveLimits, type Write, type WriteFault } from '@heatfleet/modbus/encode.ts'
import { buildRequest, requestOf } from '@heatfleet/modbus/frame.ts'
import { toHex } from '@heatfleet/modbus/hex.ts'
import { blocksOfSlave, locate, namedSlaves } from '@heatfleet/modbus/locate.ts'
import type { Block, Point, Values } from '@heatfleet/modbus/point.ts'
import { encodeWriteGroup, wordsOfWrite } from '@heatfleet/modbus/write-group.ts'

/** A point that a write sets, and its place in the words that are read back. */
type PlannedPoint = { point: Point; at: number; count: number; expected: number | null }
/** A command ready to be sent, and the expected answer. */
export type PlannedControl = {
  /** The points it sets, in the order in which they were asked for; several of a write group. */
  points: [PlannedPoint, ...PlannedPoint[]]
  slave: number
  write: Write
  /** Where the answer is read back from. */
  read: { fn: 1 | 2 | 3 | 4; start: number; count: number }
  /** The same as hex, for the control log. */
  control_data: string
}
type Planned = { ok: true; planned: PlannedControl } | { ok: false; reason: WriteFault }

/** Slave address of a board whose poll plan has none. */
const DEFAULT_SLAVE = 1

/** A point and the value it is to have. */
type Wanted = { point: Point; value: number }

/**
 * Converts a value into the write command, merged into the current register content: `latest` and `values` are those last read,
 * for limits by another point's value and for points that are a part of a register.
 */
export const planControl = (
  point: Point,
  value: number,
  latest: readonly Block[],
  values: Values,
  named_slaves: ReadonlySet<number> = new Set(),
): Planned => {
  const blocks = blocksOfSlave(latest, point.slave, named_slaves)
  const block = locate(blocks, point.query_cmd, point.address, point.query_cmd <= 2 ? 1 : point.reg_len)
  const encoded = encodeWrite(point, value, {
    limits: resolveLimits(point, values),
    currentWord: block === null || point.query_cmd <= 2 ? null : wordAt(block, point.address),
  })
  if (!encoded.ok) return encoded
  const { write } = encoded
  const words = wordsOfWrite(write)
  // A coil that stands for a bit of a register is read back as its register.
  const is_alias = point.query_cmd >= 3 && (write.fn === 5 || write.fn === 15)
  const expected = readBack(point, is_alias ? [(words[0] ?? 0) << (point.bit ?? 0)] : words)
  return {
    ok: true,
    planned: {
      points: [{ point, at: 0, count: words.length, expected }],
      slave: point.slave ?? block?.slave ?? DEFAULT_SLAVE,
      write,
      read: { fn: point.query_cmd, start: point.address, count: words.length },
      control_data: hexOfWords(words),
    },
  }
}

/** The write of points that belong together: one frame over the whole group, whichever of its points are set. */
const planGroup = (
  group: readonly Point[],
  wanted: readonly [Wanted, ...Wanted[]],
  latest: readonly Block[],
  values: Values,
  named_slaves: ReadonlySet<number>,
): Planned => {
  const by_key = new Map(wanted.map(({ point, value }) => [point.key, value]))
  const encoded = encodeWriteGroup(group, by_key, latest, values, named_slaves)
  if (!encoded.ok) return encoded
  const { write } = encoded
  const words = wordsOfWrite(write)
  const [first, ...others] = wanted.map(({ point }): PlannedPoint => {
    const at = point.address - write.start
    const count = write.fn === 15 ? 1 : point.reg_len
    return { point, at, count, expected: readBack(point, words.slice(at, at + count)) }
  })
  if (first === undefined) return { ok: false, reason: 'not_writable' }
  const block = locate(blocksOfSlave(latest, first.point.slave, named_slaves), first.point.query_cmd, write.start, 1)
  return {
    ok: true,
    planned: {
      points: [first, ...others],
      slave: first.point.slave ?? block?.slave ?? DEFAULT_SLAVE,
      write,
      read: { fn: first.point.query_cmd, start: write.start, count: words.length },
      control_data: hexOfWords(words),
    },
  }
}

/** What a product version says of writing. */
type Writing = { points: ReadonlyMap<string, DataPoint>; write_sequences: readonly WriteSequence[] }

/** Plans the rows of one command, by the write group that they share or the single point that they are about. */
export const planRows = (
  { points }: Pick<Writing, 'points'>,
  rows: readonly { point_key: string; new_value: number }[],
  latest: readonly Block[],
  values: Values,
): Planned | { ok: false; reason: 'unknown_point' } => {
  const wanted = rows.flatMap(({ point_key, new_value }) => {
    const point = points.get(point_key)
    return point === undefined ? [] : [{ point, value: new_value }]
  })
  const [first, ...others] = wanted
  if (first === undefined || wanted.length < rows.length) return { ok: false, reason: 'unknown_point' }
  const named = namedSlaves(points.values())
  const write_group = first.point.write_group ?? null
  if (write_group === null) return planControl(first.point, first.value, latest, values, named)
  const group = [...points.values()].filter((point) => point.write_group === write_group)
  return planGroup(group, [first, ...others], latest, values, named)
}

/** What the board wants before and after a value of these points. */
export const sequenceOf = ({ points, write_sequences }: Writing, key: string): Omit<WriteSequence, 'name'> => {
  const name = points.get(key)?.write_sequence ?? null
  return write_sequences.find((one) => one.name === name) ?? { before: [], after: [] }
}

/** Words as the control log keeps them. */
export const hexOfWords = (words: readonly number[]): string =>
  words.map((word) => word.toString(16).padStart(4, '0')).join('')

/** The Modbus request that the module puts on the bus for a command, hex. */
export const frameOf = ({ slave, write }: Pick<PlannedControl, 'slave' | 'write'>): string =>
  toHex(buildRequest(requestOf(slave, write)))

/** The command in its wire form; the same id at each retry, because a module runs an id once. */
export const writeCommand = (
  control_id: number,
  { slave, write, read, points }: PlannedControl,
  exp: number,
): Command => {
  const v = wordsOfWrite(write)
  const every = { id: commandId(control_id), a: slave, exp }
  // The bit of a register that a coil stands for: read back as its register.
  if (read.fn >= 3 && (write.fn === 5 || write.fn === 15))
    return {
      ...every,
      op: 'wbit',
      s: read.start,
      bit: points[0].point.bit ?? 0,
      v: v[0] === 1 ? 1 : 0,
      coil: write.start,
    }
  return { ...every, op: 'write', f: write.fn, s: write.start, v, rb: 1 }
}

/** A write around the value, which is not read back: many boards keep no trace of it. `nr` = its place, unlike at each attempt. */
export const stepCommand = (control_id: number, nr: string, slave: number, step: WriteStep, exp: number): Command => ({
  id: `u-${control_id}-${nr}`,
  op: 'write',
  a: slave,
  f: step.fn,
  s: step.address,
  v: [step.value],
  exp,
})

/** A read-back command for a module that acknowledged a write without the resulting value. */
export const readCommand = (control_id: number, { slave, read }: PlannedControl, exp: number): Command => ({
  id: readBackId(control_id),
  op: 'read',
  a: slave,
  f: read.fn,
  s: read.start,
  q: read.count,
  exp,
})

/** Id of a command on the wire: the control log's own number, never used twice. */
export const commandId = (control_id: number): string => `c-${control_id}`
const readBackId = (control_id: number): string => `r-${control_id}`

/** The row an acknowledgement is about; null = no command of a control log row. */
export const controlIdOf = (ack_id: string): number | null => {
  const digits = /^(?:[cr]-([1-9]\d{0,14})|u-([1-9]\d{0,14})-[\d.]+)$/.exec(ack_id)
  const id = digits?.[1] ?? digits?.[2]
  return id === undefined ? null : Number(id)
}

/** Result of an acknowledgement for its command; `results` = of each point, in the order of the plan. */
type AckOutcome =
  | { kind: 'accepted' }
  | { kind: 'read_back_missing' }
  | { kind: 'read_back'; words: number[]; results: PointResult[] }
  | { kind: 'failed'; reason: string }
export type PointResult = { state: 'verified' | 'mismatch'; read_back: number | null; words: number[] }

/** Success requires a read-back equal in the bits of each point (device-protocol 3). */
export const evaluateAck = ({ points, read }: PlannedControl, ack: AckMessage): AckOutcome => {
  if (ack.st === 'acc') return { kind: 'accepted' }
  if (ack.st !== 'ok') return { kind: 'failed', reason: failureOf(ack) }
  if (ack.rb === undefined || ack.rb.length < read.count) return { kind: 'read_back_missing' }
  const words = ack.rb.slice(0, read.count)
  const results = points.map(({ point, at, count, expected }): PointResult => {
    const own = words.slice(at, at + count)
    const read_back = readBack(point, own)
    const is_equal = read_back !== null && read_back === expected
    return { state: is_equal ? 'verified' : 'mismatch', read_back, words: own }
  })
  return { kind: 'read_back', words, results }
}

/** Why a write failed, as the control log keeps it. */
export const failureOf = ({ st, ec }: AckMessage): string => (st === 'exc' ? `exc_${ec ?? 0}` : st)

const wordAt = ({ data, start }: Block, address: number): number => {
  const at = (address - start) * 2
  return ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0)
}
