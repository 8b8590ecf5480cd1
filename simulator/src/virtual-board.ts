import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import type { WriteSequence } from '@heatfleet/contract/products/settings.ts'
import { isFloat, isText, wordsOf } from '@heatfleet/modbus/data-type.ts'
import { encodeWrite } from '@heatfleet/modbus/encode.ts'
import { evaluate } from '@heatfleet/modbus/formula-evaluate.ts'
import { invertLinear } from '@heatfleet/modbus/formula-invert.ts'
import { parseFormula } from '@heatfleet/modbus/formula-parse.ts'
import { buildReply, parseRequest, type RtuReply, type RtuRequest } from '@heatfleet/modbus/frame.ts'
import type { Point } from '@heatfleet/modbus/point.ts'
import { textWords } from '@heatfleet/modbus/text.ts'
import { wordsOfWrite } from '@heatfleet/modbus/write-group.ts'
import { createFaultMemory, type FaultMemory, recordCells, rememberFaults } from './board-records.ts'
import type { Plant } from './plant-parts.ts'
import { createWriteLock, isStepPlace, type WriteLock } from './write-lock.ts'

/**
 * A board made from a product's points alone: the registers of its poll blocks are there, and those of its points hold what
 * they should; anything else it refuses, as boards do.
 */
export type VirtualBoard = {
  /** The product's own slave address; points that name another are answered at that one. */
  slave: number
  points: readonly DataPoint[]
  blocks: readonly RegisterRange[]
  spaces: Map<number, RegisterSpaces>
  /** What the board wants around a value. */
  lock: WriteLock
  /** Repeated records that it keeps, and what it has written down for them. */
  record_tables: readonly RecordTable[]
  faults: FaultMemory
}

/** What one slave holds. */
type RegisterSpaces = { coils: Uint8Array; discretes: Uint8Array; holdings: Uint16Array; inputs: Uint16Array }

/** Registers, coils or inputs that a slave has. */
type RegisterRange = { slave: number; fn: 1 | 2 | 3 | 4; start: number; quantity: number }

const REGISTERS = 0x1_0000
const ILLEGAL_FUNCTION = 1
const ILLEGAL_ADDRESS = 2
const ILLEGAL_VALUE = 3

/** A board without a register. */
export function createVirtualBoard(slave: number): VirtualBoard {
  return {
    slave,
    points: [],
    blocks: [],
    spaces: new Map(),
    lock: createWriteLock([], []),
    record_tables: [],
    faults: createFaultMemory(),
  }
}

/** The registers of a slave; empty ones at first. */
function spacesOf({ spaces }: VirtualBoard, slave: number): RegisterSpaces {
  const held = spaces.get(slave) ?? {
    coils: new Uint8Array(REGISTERS),
    discretes: new Uint8Array(REGISTERS),
    holdings: new Uint16Array(REGISTERS),
    inputs: new Uint16Array(REGISTERS),
  }
  spaces.set(slave, held)
  return held
}

/** Gives the board another definition: registers keep what they hold, new writable points get their first value. */
export function define(
  board: VirtualBoard,
  {
    points,
    blocks,
    write_sequences,
    record_tables = [],
  }: {
    points: readonly DataPoint[]
    blocks: readonly RegisterRange[]
    write_sequences: readonly WriteSequence[]
    record_tables?: readonly RecordTable[]
  },
  valueFor: (point: DataPoint) => number,
): void {
  const point_places = new Set(board.points.map(placeOf))
  board.points = points
  board.blocks = blocks
  board.lock = createWriteLock(points, write_sequences)
  board.record_tables = record_tables
  for (const point of points)
    if (point.rw === 'rw' && !point_places.has(placeOf(point))) put(board, point, valueFor(point))
}

/** Brings what shows the machine up to date; what people set stays as they set it. */
export function show(board: VirtualBoard, valueFor: (point: DataPoint) => number): void {
  for (const point of board.points) if (point.rw === 'r') put(board, point, valueFor(point))
}

/** Sets what was set in a record when it changes there: what a person sets meanwhile stays until then. */
export function followSettings(
  board: VirtualBoard,
  last: Map<string, number>,
  recorded: (point: DataPoint) => number | null,
): void {
  for (const point of board.points) {
    if (point.rw !== 'rw') continue
    const value = recorded(point)
    if (value === null || value === last.get(point.key)) continue
    last.set(point.key, value)
    put(board, point, value)
  }
}

/** Writes down the faults that have come, and shows what the board remembers in its record tables. */
export function keepRecords(board: VirtualBoard, plant: Plant, now_s: number): void {
  if (board.record_tables.length === 0) return
  rememberFaults(board.faults, board.points, plant, now_s)
  for (const table of board.record_tables)
    for (const { point, value } of recordCells(table, board.faults)) put(board, point, value)
}

/** What the board puts on the line for a frame; null = nothing, as for other slaves and broken frames. */
export function answerVirtual(board: VirtualBoard, frame: Uint8Array): Uint8Array | null {
  const parsed = parseRequest(frame)
  if (!parsed.ok || !board.blocks.some(({ slave }) => slave === parsed.request.slave)) return null
  return buildReply(answer(board, parsed.request))
}

function answer(board: VirtualBoard, request: RtuRequest): RtuReply {
  const { fn, slave, start } = request
  const spaces = spacesOf(board, slave)
  switch (fn) {
    case 1:
    case 2:
    case 3:
    case 4: {
      const { quantity } = request
      if (!isThere(board, request.slave, fn, start, quantity))
        return { kind: 'exception', fn, slave, code: ILLEGAL_ADDRESS }
      return {
        kind: 'data',
        fn,
        slave,
        data: fn <= 2 ? bitsOf(spaceOf(spaces, fn), start, quantity) : wordsFrom(spaceOf(spaces, fn), start, quantity),
      }
    }
    case 5:
    case 15: {
      const coils = fn === 5 ? [request.coil] : request.coils
      if (!board.lock.takes(fn, start, coils.map(Number))) return { kind: 'exception', fn, slave, code: ILLEGAL_VALUE }
      for (const [at, coil] of coils.entries()) writeCoil(board, slave, start + at, coil)
      if (fn === 5) return { kind: 'coil_written', ...request }
      return { kind: 'coils_written', fn, slave, start, quantity: coils.length }
    }
    case 6:
      if (!isWritten(board, slave, start, 1)) return { kind: 'exception', fn, slave, code: ILLEGAL_ADDRESS }
      if (!board.lock.takes(fn, start, [request.word])) return { kind: 'exception', fn, slave, code: ILLEGAL_VALUE }
      spaces.holdings[start] = request.word
      return { kind: 'word_written', ...request }
    case 16:
      if (!isWritten(board, slave, start, request.words.length))
        return { kind: 'exception', fn, slave, code: ILLEGAL_ADDRESS }
      if (!board.lock.takes(fn, start, request.words)) return { kind: 'exception', fn, slave, code: ILLEGAL_VALUE }
      request.words.forEach((word, index) => {
        spaces.holdings[start + index] = word
      })
      return { kind: 'words_written', fn, slave, start, quantity: request.words.length }
    default:
      return { kind: 'exception', fn, slave, code: ILLEGAL_FUNCTION }
  }
}

/** Every register of a range lies in a block; blocks may follow one another without a gap. */
function isThere({ blocks }: VirtualBoard, slave: number, fn: 1 | 2 | 3 | 4, start: number, quantity: number): boolean {
  for (let at = start; at < start + quantity; ) {
    const block = blocks.find(
      (one) => one.slave === slave && one.fn === fn && one.start <= at && at < one.start + one.quantity,
    )
    if (block === undefined) return false
    at = block.start + block.quantity
  }
  return true
}

/** Registers that may be written: those that are there, and the one of a write around a value, which no point reads. */
function isWritten(board: VirtualBoard, slave: number, start: number, quantity: number): boolean {
  return isThere(board, slave, 3, start, quantity) || (quantity === 1 && isStepPlace(board.lock, start))
}

/** A coil of its own, or the bit of a register that boards alias it to (16 a register). */
function writeCoil(board: VirtualBoard, slave: number, coil: number, on: boolean): void {
  const spaces = spacesOf(board, slave)
  const [register, bit] = [coil >> 4, coil & 15]
  const is_alias = board.points.some(
    ({ slave: own, query_cmd, write_cmd, address }) =>
      (own ?? board.slave) === slave &&
      query_cmd === 3 &&
      (write_cmd === 5 || write_cmd === 15) &&
      address === register,
  )
  if (is_alias) {
    const word = spaces.holdings[register] ?? 0
    spaces.holdings[register] = on ? word | (1 << bit) : word & ~(1 << bit)
  } else spaces.coils[coil] = on ? 1 : 0
}

/** Writes a value into its registers as near as its formula allows; a formula without a way back leaves them. */
function put(board: VirtualBoard, point: Point, value: number): void {
  if (point.data_type === 'calc') return
  const space = spaceOf(spacesOf(board, point.slave ?? board.slave), point.query_cmd)
  const { address } = point
  if (isText(point.data_type)) {
    const words =
      textWords(
        point,
        sampleText(point).slice(0, point.data_type === 'text_wide' ? point.reg_len : 2 * point.reg_len),
      ) ?? []
    for (const [index, word] of words.entries()) space[address + index] = word
    return
  }
  if (point.query_cmd <= 2) {
    space[address] = value === 0 ? 0 : 1
    return
  }
  const bare: Point = {
    ...point,
    rw: 'rw',
    write_cmd: wordsOf(point.data_type) > 1 ? 16 : 6,
    min: null,
    max: null,
    step: null,
  }
  const near = nearestValue(point, value)
  const encoded = near === null ? null : encodeWrite(bare, near, { currentWord: space[address] ?? 0 })
  if (encoded?.ok !== true) return
  wordsOfWrite(encoded.write).forEach((word, index) => {
    space[address + index] = word
  })
}

/** What a text of a simulated board says: that it is one, and which. */
const sampleText = ({ key }: Point): string => `SIM-${key.toUpperCase()}`

/** The value next to the wanted one that a raw number stands for; null where the formula has no way back. */
function nearestValue({ formulas, data_type }: Point, value: number): number | null {
  if (formulas.write !== null || isFloat(data_type)) return value
  const read = parseFormula(formulas.read)
  const line = read.ok ? invertLinear(read.ast) : null
  if (!read.ok || line === null) return null
  const raw = Math.round((value - line.offset) / line.scale)
  return evaluate(read.ast, () => raw)
}

function spaceOf(held: RegisterSpaces, fn: 1 | 2 | 3 | 4): Uint8Array | Uint16Array {
  return { 1: held.coils, 2: held.discretes, 3: held.holdings, 4: held.inputs }[fn]
}

function wordsFrom(words: Uint8Array | Uint16Array, start: number, quantity: number): Uint8Array {
  const data = new Uint8Array(quantity * 2)
  for (let index = 0; index < quantity; index++) {
    const word = words[start + index] ?? 0
    data[2 * index] = word >> 8
    data[2 * index + 1] = word & 0xff
  }
  return data
}

function bitsOf(bits: Uint8Array | Uint16Array, start: number, quantity: number): Uint8Array {
  const data = new Uint8Array(Math.ceil(quantity / 8))
  for (let index = 0; index < quantity; index++)
    data[index >> 3] = (data[index >> 3] ?? 0) | ((bits[start + index] ?? 0) << (index & 7))
  return data
}

const placeOf = ({ slave, query_cmd, address, data_type, bit }: DataPoint): string =>
  `${slave ?? ''}/${query_cmd}/${address}/${data_type}/${bit}`
