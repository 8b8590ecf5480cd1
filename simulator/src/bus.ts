import type { BusSettings } from '@heatfleet/contract/device-protocol/device-messages.ts'
import {
  answers,
  buildReply,
  buildRequest,
  parseReply,
  parseRequest,
  type RtuReply,
  type RtuRequest,
} from '@heatfleet/modbus/frame.ts'
import { type Board, hasRegisters, refresh, type WriteResult, writeCoil, writeRegisters } from './board.ts'
import type { Random } from './random.ts'
import { coilBit, coilRegister } from './registers.ts'

/** Slave address of the board; no other answers. */
export const SLAVE = 1
const ILLEGAL_FUNCTION = 1
const ILLEGAL_ADDRESS = 2
const ILLEGAL_VALUE = 3

/** The RS-485 line between module and board. */
export type Bus = {
  /** What the board puts on the line for a frame; null = nothing. */
  answer: (frame: Uint8Array, now_s: number) => Uint8Array | null
  random: Random
  /** Share of exchanges that get lost on the line, 0..1. */
  lost_share: number
  /** The line is cut until this moment, unix s. */
  cut_until_s: number
  /** The line is unplugged for as long as this is planted. */
  unplugged: boolean
  /** Settings of the module's side and of the board's: while they differ, neither understands the other. */
  module_side: LineSettings
  board_side: LineSettings
}

/** Baud and character format of one side of the line. */
type LineSettings = { baud: number; fmt: BusSettings['fmt'] }
/** Those of the simulated board. */
export const BOARD_LINE: LineSettings = { baud: 19_200, fmt: '8N2' }

/** How an exchange ended: an answer that fits the question, or nothing before the time-out; ms = time it took. */
export type Exchange = { ms: number } & ({ ok: true; reply: RtuReply } | { ok: false; why: 'timeout' | 'crc' })

/** Sends one request as a real frame and waits for its answer, repeating it `retries` times; no real time passes. */
export function exchange(bus: Bus, request: RtuRequest, now_s: number, timeout_ms: number, retries: number): Exchange {
  const frame = buildRequest(request)
  let ms = 0
  for (let attempt = 0; attempt <= retries; attempt++) {
    const lost = bus.unplugged || now_s < bus.cut_until_s || !isUnderstood(bus) || bus.random.next() < bus.lost_share
    const answer = lost ? null : bus.answer(frame, now_s)
    if (answer === null) {
      ms += timeout_ms
      continue
    }
    // 11 bits a character, 20..80 ms turnaround
    ms += Math.round(((frame.length + answer.length) * 11_000) / bus.module_side.baud + bus.random.between(20, 80))
    const parsed = parseReply(answer)
    if (parsed.ok && answers(parsed.reply, request)) return { ok: true, reply: parsed.reply, ms }
    return { ok: false, why: 'crc', ms }
  }
  return { ok: false, why: 'timeout', ms }
}

const isUnderstood = ({ module_side, board_side }: Bus): boolean =>
  module_side.baud === board_side.baud && module_side.fmt === board_side.fmt

/** What the board puts on the line for a frame; null = nothing, as for other slaves, bad frames and refused writes. */
export function answerFrame(board: Board, frame: Uint8Array, now_s: number): Uint8Array | null {
  const parsed = parseRequest(frame)
  if (!parsed.ok) return refusal(parsed.reason, frame)
  const { request } = parsed
  if (request.slave !== SLAVE) return null
  const reply = answer(board, request, now_s)
  return reply ? buildReply(reply) : null
}

function answer(board: Board, request: RtuRequest, now_s: number): RtuReply | null {
  const { fn, slave, start } = request
  switch (fn) {
    case 1:
    case 3: {
      const { quantity } = request
      const first = fn === 3 ? start : coilRegister(start)
      const count = fn === 3 ? quantity : coilRegister(start + quantity - 1) - first + 1
      if (!hasRegisters(first, count)) return exception(fn, slave, ILLEGAL_ADDRESS)
      refresh(board, now_s)
      return {
        kind: 'data',
        fn,
        slave,
        data: fn === 3 ? wordsOf(board, start, quantity) : bitsOf(board, start, quantity),
      }
    }
    case 5:
      return written(writeCoil(board, start, request.coil, now_s), request, { kind: 'coil_written', ...request })
    case 6:
      return written(writeRegisters(board, start, [request.word], now_s), request, { kind: 'word_written', ...request })
    case 15: {
      const quantity = request.coils.length
      const results = request.coils.map((coil, at) => writeCoil(board, start + at, coil, now_s))
      const result = results.find((one) => one !== 'done') ?? 'done'
      return written(result, request, { kind: 'coils_written', fn, slave, start, quantity })
    }
    case 16: {
      const quantity = request.words.length
      const result = writeRegisters(board, start, request.words, now_s)
      return written(result, request, { kind: 'words_written', fn, slave, start, quantity })
    }
    default:
      return exception(fn, slave, ILLEGAL_FUNCTION)
  }
}

function written(result: WriteResult, { fn, slave }: RtuRequest, reply: RtuReply): RtuReply | null {
  if (result === 'done') return reply
  return result === 'no_register' ? exception(fn, slave, ILLEGAL_ADDRESS) : null
}

/** A frame with a sound CRC but a wrong content gets an exception; one that is broken gets none. */
function refusal(reason: string, frame: Uint8Array): Uint8Array | null {
  if (frame[0] !== SLAVE || reason === 'too_short' || reason === 'bad_crc') return null
  return buildReply(
    exception((frame[1] ?? 0) & 0x7f, SLAVE, reason === 'bad_function' ? ILLEGAL_FUNCTION : ILLEGAL_VALUE),
  )
}

const exception = (fn: number, slave: number, code: number): RtuReply => ({ kind: 'exception', fn, slave, code })

function wordsOf({ words }: Board, start: number, quantity: number): Uint8Array {
  const data = new Uint8Array(quantity * 2)
  for (let index = 0; index < quantity; index++) {
    const word = words[start + index] ?? 0
    data[2 * index] = word >> 8
    data[2 * index + 1] = word & 0xff
  }
  return data
}

function bitsOf({ words }: Board, start: number, quantity: number): Uint8Array {
  const data = new Uint8Array(Math.ceil(quantity / 8))
  for (let index = 0; index < quantity; index++) {
    const coil = start + index
    const bit = ((words[coilRegister(coil)] ?? 0) >> coilBit(coil)) & 1
    data[index >> 3] = (data[index >> 3] ?? 0) | (bit << (index & 7))
  }
  return data
}
