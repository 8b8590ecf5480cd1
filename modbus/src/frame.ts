import { hasGoodCrc, sealWithCrc } from './crc.ts'
import type { Write } from './encode.ts'
import type { QueryCommand } from './point.ts'

/**
 * Modbus RTU frames (Modbus application protocol 6, serial line 2.5): slave, function, fields big-endian, CRC low byte first.
 *
 *     request 1..4   slave fn start(2) quantity(2) crc(2)         reply  slave fn bytes(1) data(bytes) crc(2)
 *     request 5      slave 05 coil(2) FF00|0000 crc(2)            reply  the same (echo)
 *     request 6      slave 06 register(2) word(2) crc(2)          reply  the same (echo)
 *     request 15     slave 0F start(2) n(2) ⌈n/8⌉(1) bits crc(2)     reply  slave 0F start(2) n(2) crc(2)
 *     request 16     slave 10 start(2) n(2) 2n(1) words crc(2)    reply  slave 10 start(2) n(2) crc(2)
 *     exception                                                   reply  slave fn|80 code(1) crc(2)
 */
export type RtuRequest =
  | { fn: QueryCommand; slave: number; start: number; quantity: number }
  | { fn: 5; slave: number; start: number; coil: boolean }
  | { fn: 6; slave: number; start: number; word: number }
  | { fn: 15; slave: number; start: number; coils: boolean[] }
  | { fn: 16; slave: number; start: number; words: number[] }

/** What a slave answers; `data` of a read are the bytes as they came, a view into the frame. */
export type RtuReply =
  | { kind: 'data'; fn: QueryCommand; slave: number; data: Uint8Array }
  | { kind: 'coil_written'; fn: 5; slave: number; start: number; coil: boolean }
  | { kind: 'word_written'; fn: 6; slave: number; start: number; word: number }
  | { kind: 'coils_written'; fn: 15; slave: number; start: number; quantity: number }
  | { kind: 'words_written'; fn: 16; slave: number; start: number; quantity: number }
  | { kind: 'exception'; fn: number; slave: number; code: number }

/** Why a frame was refused. */
type RtuFault = 'too_short' | 'bad_crc' | 'bad_function' | 'bad_length' | 'bad_quantity' | 'bad_coil_value'

type ParsedRequest = { ok: true; request: RtuRequest } | { ok: false; reason: RtuFault }
type ParsedReply = { ok: true; reply: RtuReply } | { ok: false; reason: RtuFault }

/** Most registers of one read and of one write. */
const MAX_READ_REGISTERS = 125
export const MAX_WRITE_REGISTERS = 123
/** Most coils of one write. */
const MAX_WRITE_COILS = 1968
/** Most bits of one read. */
const MAX_READ_BITS = 2000

/** Request to read `quantity` registers (fn 3, 4) or bits (fn 1, 2). */
const buildRead = (slave: number, fn: QueryCommand, start: number, quantity: number): Uint8Array =>
  frameOf(slave, fn, [start >> 8, start & 255, quantity >> 8, quantity & 255])

/** Request to write one register, which is also its reply. */
const buildWriteRegister = (slave: number, register: number, word: number): Uint8Array =>
  frameOf(slave, 6, [register >> 8, register & 255, word >> 8, word & 255])

/** Request to switch one coil, which is also its reply. */
const buildWriteCoil = (slave: number, coil: number, on: boolean): Uint8Array =>
  frameOf(slave, 5, [coil >> 8, coil & 255, on ? 0xff : 0, 0])

/** Request to switch several coils; the first is the lowest bit of the first byte. */
const buildWriteCoils = (slave: number, start: number, coils: readonly boolean[]): Uint8Array => {
  const bytes = Array.from({ length: Math.ceil(coils.length / 8) }, () => 0)
  for (const [at, on] of coils.entries()) if (on) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (1 << (at & 7))
  return frameOf(slave, 15, [start >> 8, start & 255, coils.length >> 8, coils.length & 255, bytes.length, ...bytes])
}

/** Request to write several registers. */
const buildWriteRegisters = (slave: number, start: number, words: readonly number[]): Uint8Array =>
  frameOf(slave, 16, [
    start >> 8,
    start & 255,
    words.length >> 8,
    words.length & 255,
    words.length * 2,
    ...words.flatMap((word) => [(word >> 8) & 255, word & 255]),
  ])

/** Any request as its frame. */
export const buildRequest = (request: RtuRequest): Uint8Array => {
  switch (request.fn) {
    case 5:
      return buildWriteCoil(request.slave, request.start, request.coil)
    case 6:
      return buildWriteRegister(request.slave, request.start, request.word)
    case 15:
      return buildWriteCoils(request.slave, request.start, request.coils)
    case 16:
      return buildWriteRegisters(request.slave, request.start, request.words)
    default:
      return buildRead(request.slave, request.fn, request.start, request.quantity)
  }
}

/** The request that puts a write onto the bus. */
export const requestOf = (slave: number, write: Write): RtuRequest => {
  if (write.fn !== 6) return { ...write, slave }
  return { fn: 6, slave, start: write.start, word: write.words[0] }
}

/** Any reply as its frame. */
export const buildReply = (reply: RtuReply): Uint8Array => {
  switch (reply.kind) {
    case 'data':
      return frameOf(reply.slave, reply.fn, [reply.data.length, ...reply.data])
    case 'coil_written':
      return buildWriteCoil(reply.slave, reply.start, reply.coil)
    case 'word_written':
      return buildWriteRegister(reply.slave, reply.start, reply.word)
    case 'coils_written':
    case 'words_written':
      return frameOf(reply.slave, reply.fn, [
        reply.start >> 8,
        reply.start & 255,
        reply.quantity >> 8,
        reply.quantity & 255,
      ])
    case 'exception':
      return frameOf(reply.slave, reply.fn | 0x80, [reply.code])
  }
}

/** Reads a request as a slave does; never throws. */
export const parseRequest = (frame: Uint8Array): ParsedRequest => {
  if (frame.length < 8) return { ok: false, reason: 'too_short' }
  if (!hasGoodCrc(frame)) return { ok: false, reason: 'bad_crc' }
  const slave = frame[0] ?? 0
  const fn = frame[1] ?? 0
  const start = wordAt(frame, 2)
  const second = wordAt(frame, 4)
  if (fn === 15) return parseWriteCoils(frame, slave, start, second)
  if (fn === 16) return parseWriteRegisters(frame, slave, start, second)
  if (!isQuery(fn) && fn !== 5 && fn !== 6) return { ok: false, reason: 'bad_function' }
  if (frame.length !== 8) return { ok: false, reason: 'bad_length' }
  if (fn === 6) return { ok: true, request: { fn, slave, start, word: second } }
  if (fn === 5) {
    if (!isCoilValue(second)) return { ok: false, reason: 'bad_coil_value' }
    return { ok: true, request: { fn, slave, start, coil: second !== 0 } }
  }
  const most = fn <= 2 ? MAX_READ_BITS : MAX_READ_REGISTERS
  if (second === 0 || second > most || start + second > 0x1_0000) return { ok: false, reason: 'bad_quantity' }
  return { ok: true, request: { fn, slave, start, quantity: second } }
}

/** Reads a reply as a master does; never throws. `answers` checks that it matches the request. */
export const parseReply = (frame: Uint8Array): ParsedReply => {
  if (frame.length < 5) return { ok: false, reason: 'too_short' }
  if (!hasGoodCrc(frame)) return { ok: false, reason: 'bad_crc' }
  const slave = frame[0] ?? 0
  const fn = frame[1] ?? 0
  if (fn >= 0x80) {
    if (frame.length !== 5) return { ok: false, reason: 'bad_length' }
    return { ok: true, reply: { kind: 'exception', fn: fn & 0x7f, slave, code: frame[2] ?? 0 } }
  }
  if (isQuery(fn)) {
    const bytes = frame[2] ?? 0
    const whole = frame.length === bytes + 5 && bytes > 0 && (fn <= 2 || bytes % 2 === 0)
    if (!whole) return { ok: false, reason: 'bad_length' }
    return { ok: true, reply: { kind: 'data', fn, slave, data: frame.subarray(3, 3 + bytes) } }
  }
  if (fn !== 5 && fn !== 6 && fn !== 15 && fn !== 16) return { ok: false, reason: 'bad_function' }
  if (frame.length !== 8) return { ok: false, reason: 'bad_length' }
  const start = wordAt(frame, 2)
  const second = wordAt(frame, 4)
  if (fn === 6) return { ok: true, reply: { kind: 'word_written', fn, slave, start, word: second } }
  if (fn === 15) return { ok: true, reply: { kind: 'coils_written', fn, slave, start, quantity: second } }
  if (fn === 16) return { ok: true, reply: { kind: 'words_written', fn, slave, start, quantity: second } }
  if (!isCoilValue(second)) return { ok: false, reason: 'bad_coil_value' }
  return { ok: true, reply: { kind: 'coil_written', fn, slave, start, coil: second !== 0 } }
}

/** Whether a reply answers this request: same slave and function, and the echo or the requested length. */
export const answers = (reply: RtuReply, request: RtuRequest): boolean => {
  if (reply.slave !== request.slave || reply.fn !== request.fn) return false
  if (reply.kind === 'exception') return true
  switch (request.fn) {
    case 5:
      return reply.kind === 'coil_written' && reply.start === request.start && reply.coil === request.coil
    case 6:
      return reply.kind === 'word_written' && reply.start === request.start && reply.word === request.word
    case 15:
      return reply.kind === 'coils_written' && reply.start === request.start && reply.quantity === request.coils.length
    case 16:
      return reply.kind === 'words_written' && reply.start === request.start && reply.quantity === request.words.length
    default:
      return reply.kind === 'data' && reply.data.length === dataBytesOf(request.fn, request.quantity)
  }
}

/** Data bytes of the answer to a read: two a register, or eight bits a byte. */
const dataBytesOf = (fn: QueryCommand, quantity: number): number => (fn <= 2 ? Math.ceil(quantity / 8) : quantity * 2)

const parseWriteCoils = (frame: Uint8Array, slave: number, start: number, quantity: number): ParsedRequest => {
  if (quantity === 0 || quantity > MAX_WRITE_COILS || start + quantity > 0x1_0000)
    return { ok: false, reason: 'bad_quantity' }
  const bytes = Math.ceil(quantity / 8)
  if (frame[6] !== bytes || frame.length !== bytes + 9) return { ok: false, reason: 'bad_length' }
  const coils = Array.from({ length: quantity }, (_, at) => (((frame[7 + (at >> 3)] ?? 0) >> (at & 7)) & 1) === 1)
  return { ok: true, request: { fn: 15, slave, start, coils } }
}

const parseWriteRegisters = (frame: Uint8Array, slave: number, start: number, quantity: number): ParsedRequest => {
  if (quantity === 0 || quantity > MAX_WRITE_REGISTERS || start + quantity > 0x1_0000) {
    return { ok: false, reason: 'bad_quantity' }
  }
  if (frame[6] !== quantity * 2 || frame.length !== quantity * 2 + 9) return { ok: false, reason: 'bad_length' }
  const words = Array.from({ length: quantity }, (_, i) => wordAt(frame, 7 + 2 * i))
  return { ok: true, request: { fn: 16, slave, start, words } }
}

const frameOf = (slave: number, fn: number, body: readonly number[]): Uint8Array =>
  sealWithCrc(Uint8Array.from([slave, fn, ...body, 0, 0]))

const wordAt = (frame: Uint8Array, at: number): number => ((frame[at] ?? 0) << 8) | (frame[at + 1] ?? 0)
const isQuery = (fn: number): fn is QueryCommand => fn === 1 || fn === 2 || fn === 3 || fn === 4
const isCoilValue = (word: number): boolean => word === 0xff00 || word === 0
