import type { Command } from '@heatfleet/contract/device-protocol/device-commands.ts'
import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { READ_BACK_MAX, REMEMBERED_COMMANDS } from '@heatfleet/contract/device-protocol/device-protocol.ts'
import { parseRequest, type RtuRequest } from '@heatfleet/modbus/frame.ts'
import { fromHex, toHex } from '@heatfleet/modbus/hex.ts'
import { type Bus, type Exchange, exchange } from './bus.ts'

/** Answers of the last commands by id, oldest first: a repeat is answered from here and not run again. */
export type CommandMemory = Map<string, AckMessage>

/** Remembers an answer and forgets the oldest beyond REMEMBERED_COMMANDS. */
export function remember(memory: CommandMemory, ack: AckMessage): void {
  memory.set(ack.id, ack)
  for (const id of memory.keys()) {
    if (memory.size <= REMEMBERED_COMMANDS) return
    memory.delete(id)
  }
}

/** How long the module waits for the board and how often it repeats, from its poll plan. */
type BusTiming = { to: number; retry: number }
export type BusCommand = Extract<Command, { op: 'read' | 'write' | 'wbit' | 'raw' | 'recog' }>

/** Runs a command that goes to the board; the answer's `ms` is the time the bus took. */
export function runOnBus(bus: Bus, command: BusCommand, now_s: number, timing: BusTiming): AckMessage {
  const send = (request: RtuRequest): Exchange => exchange(bus, request, now_s, timing.to, timing.retry)
  const { id } = command
  const ts = Math.floor(now_s)
  switch (command.op) {
    case 'read': {
      const request = { fn: command.f, slave: command.a, start: command.s, quantity: command.q }
      return { ...outcome(send(request), command.q), id, ts }
    }
    case 'write': {
      const { a: slave, s: start, v } = command
      const request = requestOf(command)
      if (request === null) return { id, st: 'range', ts }
      const fn = command.f === 5 || command.f === 15 ? 1 : 3
      const range = { fn, slave, start, quantity: v.length } as const
      return { ...withReadBack(send, send(request), command.rb ? range : null), id, ts }
    }
    case 'wbit':
      return { ...writeBit(send, command), id, ts }
    case 'raw': {
      const parsed = parseRequest(fromHex(command.hex) ?? new Uint8Array())
      return parsed.ok ? { ...outcome(send(parsed.request)), id, ts } : { id, st: 'range', ts }
    }
    case 'recog':
      return { ...recognise(bus, command, now_s, timing.to), id, ts }
  }
}

/** The request of a write command; null = values that its function does not take. */
function requestOf({ f, a: slave, s: start, v }: Extract<Command, { op: 'write' }>): RtuRequest | null {
  const [first = 0] = v
  const is_coils = v.every((value) => value <= 1)
  if ((f === 5 || f === 6) && v.length !== 1) return null
  if ((f === 5 || f === 15) && !is_coils) return null
  if (f === 5) return { fn: 5, slave, start, coil: first === 1 }
  if (f === 6) return { fn: 6, slave, start, word: first }
  if (f === 15) return { fn: 15, slave, start, coils: v.map((value) => value === 1) }
  return { fn: 16, slave, start, words: v }
}

type Outcome = Omit<AckMessage, 'id' | 'ts'>
type Send = (request: RtuRequest) => Exchange

function outcome(result: Exchange, quantity = 0): Outcome {
  if (!result.ok) return { st: result.why, ms: result.ms }
  const { reply, ms } = result
  if (reply.kind === 'exception') return { st: 'exc', ec: reply.code, ms }
  if (reply.kind !== 'data') return { st: 'ok', ms }
  return { st: 'ok', rb: reply.fn <= 2 ? bitsOf(reply.data, quantity) : wordsOf(reply.data), ms }
}

function withReadBack(
  send: Send,
  written: Exchange,
  range: { fn?: 1 | 3; slave: number; start: number; quantity: number } | null,
): Outcome {
  const result = outcome(written)
  if (result.st !== 'ok' || range === null) return result
  const { fn = 3 } = range
  const back = outcome(send({ ...range, fn }), range.quantity)
  return { ...back, ms: (result.ms ?? 0) + (back.ms ?? 0) }
}

/** One bit: by its coil where the board has one, else read-modify-write; `rb` is the whole word read back. */
function writeBit(send: Send, { a: slave, s: start, bit, v, coil }: Extract<Command, { op: 'wbit' }>): Outcome {
  const range = { slave, start, quantity: 1 }
  if (coil !== undefined) return withReadBack(send, send({ fn: 5, slave, start: coil, coil: v === 1 }), range)
  const before = outcome(send({ fn: 3, ...range }))
  const [word] = before.rb ?? []
  if (word === undefined) return before
  const changed = v === 1 ? word | (1 << bit) : word & ~(1 << bit)
  return withReadBack(send, send({ fn: 6, slave, start, word: changed }), range)
}

/** Tries the probes in order, each with its own bus settings: those of the first answer stay, without one the old ones return. */
function recognise(
  bus: Bus,
  { try: probes, tmo }: Extract<Command, { op: 'recog' }>,
  now_s: number,
  to: number,
): Outcome {
  const before = bus.module_side
  let ms = 0
  for (const [i, { baud, fmt, a, f, s, q }] of probes.entries()) {
    bus.module_side = { baud, fmt }
    const result = exchange(bus, { fn: f, slave: a, start: s, quantity: q }, now_s, to, 0)
    ms += result.ms
    if (ms > tmo * 1000) break
    if (!result.ok || result.reply.kind !== 'data') continue
    return { st: 'ok', i, baud, fmt, a, raw: wordsOf(result.reply.data).map(hexWord), ms }
  }
  bus.module_side = before
  return { st: 'timeout', ms: Math.min(ms, tmo * 1000) }
}

/** Coils one number each, as many as an acknowledgement holds. */
const bitsOf = (data: Uint8Array, quantity: number): number[] =>
  Array.from({ length: Math.min(quantity, READ_BACK_MAX) }, (_, at) => ((data[at >> 3] ?? 0) >> (at & 7)) & 1)

const wordsOf = (data: Uint8Array): number[] =>
  Array.from({ length: data.length >> 1 }, (_, index) => ((data[2 * index] ?? 0) << 8) | (data[2 * index + 1] ?? 0))

const hexWord = (word: number): string => toHex(Uint8Array.of(word >> 8, word & 0xff))
