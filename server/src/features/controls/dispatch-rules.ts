import type { Command } from '@heatfleet/contract/device-protocol/device-commands.ts'
import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { encodeWrite, readBack, resolveLimits, type Write, type WriteFault } from '@heatfleet/modbus/encode.ts'
import { buildRequest } from '@heatfleet/modbus/frame.ts'
import { toHex } from '@heatfleet/modbus/hex.ts'
import { blocksOfSlave, locate } from '@heatfleet/modbus/locate.ts'
import type { Block, Point, Values } from '@heatfleet/modbus/point.ts'

/** A command ready to be sent, and the expected answer. */
export type PlannedControl = {
  point: Point
  slave: number
  write: Write
  /** The words (one 0/1 for a coil) the answer must read back. */
  words: number[]
  /** The same as hex, for the control log. */
  control_data: string
}
export type Planned = { ok: true; planned: PlannedControl } | { ok: false; reason: WriteFault }

/** Slave address of a board whose poll plan has none. */
const DEFAULT_SLAVE = 1

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
  const words = write.fn === 5 ? [write.coil ? 1 : 0] : write.words
  return {
    ok: true,
    planned: {
      point,
      slave: point.slave ?? block?.slave ?? DEFAULT_SLAVE,
      write,
      words,
      control_data: hexOfWords(words),
    },
  }
}

/** Words as the control log keeps them. */
export const hexOfWords = (words: readonly number[]): string =>
  words.map((word) => word.toString(16).padStart(4, '0')).join('')

/** The Modbus request that the module puts on the bus for a command, hex. */
export const frameOf = ({ slave, write }: PlannedControl): string => {
  if (write.fn === 5) return toHex(buildRequest({ fn: 5, slave, start: write.start, coil: write.coil }))
  const [word = 0] = write.words
  return toHex(
    buildRequest(
      write.fn === 6
        ? { fn: 6, slave, start: write.start, word }
        : { fn: 16, slave, start: write.start, words: write.words },
    ),
  )
}

/** The command in its wire form; the same id at each retry, because a module runs an id once. */
export const writeCommand = (
  control_id: number,
  { slave, write, point, words }: PlannedControl,
  exp: number,
): Command =>
  write.fn === 5
    ? {
        id: commandId(control_id),
        op: 'wbit',
        a: slave,
        s: point.address,
        bit: point.bit ?? 0,
        v: words[0] === 1 ? 1 : 0,
        coil: write.start,
        exp,
      }
    : { id: commandId(control_id), op: 'write', a: slave, f: write.fn, s: write.start, v: write.words, rb: 1, exp }

/** A read-back command for a module that acknowledged a write without the resulting value. */
export const readCommand = (control_id: number, { slave, point, words }: PlannedControl, exp: number): Command => ({
  id: readBackId(control_id),
  op: 'read',
  a: slave,
  f: point.query_cmd,
  s: point.address,
  q: words.length,
  exp,
})

/** Id of a command on the wire: the control log's own number, never used twice. */
export const commandId = (control_id: number): string => `c-${control_id}`
export const readBackId = (control_id: number): string => `r-${control_id}`

/** The row an acknowledgement is about; null = no command of a control log row. */
export const controlIdOf = (ack_id: string): number | null => {
  const digits = /^[cr]-([1-9]\d{0,14})$/.exec(ack_id)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** Result of an acknowledgement for its command. */
export type AckOutcome =
  | { kind: 'accepted' }
  | { kind: 'read_back_missing' }
  | { kind: 'verified' | 'mismatch'; read_back: number | null; words: number[] }
  | { kind: 'failed'; reason: string }

/** Success requires a read-back equal in the bits of the point (device-protocol 3). */
export const evaluateAck = ({ point, words }: PlannedControl, ack: AckMessage): AckOutcome => {
  if (ack.st === 'acc') return { kind: 'accepted' }
  if (ack.st !== 'ok') return { kind: 'failed', reason: ack.st === 'exc' ? `exc_${ack.ec ?? 0}` : ack.st }
  if (ack.rb === undefined || ack.rb.length < words.length) return { kind: 'read_back_missing' }
  const found = readBack(point, ack.rb)
  const is_equal = found !== null && found === readBack(point, words)
  return { kind: is_equal ? 'verified' : 'mismatch', read_back: found, words: ack.rb.slice(0, words.length) }
}

const wordAt = ({ data, start }: Block, address: number): number => {
  const at = (address - start) * 2
  return ((data[at] ?? 0) << 8) | (data[at + 1] ?? 0)
}
