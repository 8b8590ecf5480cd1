/**
 * A data point: where a quantity sits on the bus and how its raw bits become a value.
 * Source: spec 3 (data point) and what real register maps need (data types beyond the specification's list).
 */

/**
 * How the bits of one register, two or four are read. `_be` = high word first (bytes ABCD), `_le` = low word first (CDAB);
 * `_swapped` = low byte first in each register (BADC after `_be`, DCBA after `_le`). `bits` = some bits of a register as
 * one number. `bcd16` = 4 decimal digits, `bcd32` = 8; `sbcd` = one digit less, its four bits are the sign. `text` = characters over
 * `reg_len` registers, two a register; `text_wide` = one a register, in its low byte. A text is never a number: decoders of numbers leave it out.
 */
export const DATA_TYPES = [
  'u8_low',
  'u8_high',
  's8_low',
  's8_high',
  'bool',
  'enum',
  'bcd_low',
  'bcd_high',
  'bcd16',
  'sbcd16',
  'bcd32_be',
  'bcd32_le',
  'sbcd32_be',
  'sbcd32_le',
  'bit',
  'bits',
  'u16',
  's16',
  'u16_swapped',
  's16_swapped',
  'u32_be',
  'u32_le',
  'u32_be_swapped',
  'u32_le_swapped',
  's32_be',
  's32_le',
  's32_be_swapped',
  's32_le_swapped',
  'float32_be',
  'float32_le',
  'float32_be_swapped',
  'float32_le_swapped',
  'u64_be',
  'u64_le',
  'u64_be_swapped',
  'u64_le_swapped',
  's64_be',
  's64_le',
  's64_be_swapped',
  's64_le_swapped',
  'float64_be',
  'float64_le',
  'float64_be_swapped',
  'float64_le_swapped',
  'text',
  'text_swapped',
  'text_wide',
  'calc',
] as const
export type DataType = (typeof DATA_TYPES)[number]

/** Modbus read function code: 1 coils, 2 discrete inputs, 3 holding registers, 4 input registers. */
export type QueryCommand = 1 | 2 | 3 | 4
/** Modbus write function code: 5 one coil, 6 one register, 15 several coils, 16 several registers. */
type WriteCommand = 5 | 6 | 15 | 16

/**
 * Formulas of one point (spec 3 "calculation formulas with type"). `read` turns raw into the value and may name
 * `raw` (for `calc`: the keys of other points); `write` turns `value` into raw, null = the read formula inverted
 * (possible when it is linear); `display` turns `value` into what a person is shown, null = the value itself.
 */
type Formulas = { read: string; write: string | null; display: string | null }

/** A limit is a constant or the present value of another point, named by its key (real boards do both). */
export type Limit = number | { point: string }

export type Point = {
  key: string
  /** 0-based PDU address; ignored for `calc`. */
  address: number
  /** Slave address where it is not the product's own (a cascade, an indoor unit, a meter on the same bus); null = the product's. */
  slave?: number | null
  /** Registers taken from `address` on: 1, 2 or 4; of a text as many as it has. */
  reg_len: number
  query_cmd: QueryCommand
  write_cmd: WriteCommand | null
  rw: 'r' | 'rw'
  data_type: DataType
  /** Bit 0..15 for `bit` and for `bool` inside a word, the lowest one of `bits`; null otherwise. */
  bit: number | null
  /** How many bits a `bits` point has, from `bit` upwards. */
  bit_len?: number | null
  formulas: Formulas
  min: Limit | null
  max: Limit | null
  step: number | null
  /** Raw patterns that mean "sensor missing or faulty": the point is then absent, never a number. */
  invalid: readonly number[]
}

/** One run of registers as it came off the bus: the answer to one read. Source: device-protocol section 4. */
export type Block = {
  slave: number
  fn: QueryCommand
  start: number
  /** Registers (fn 3/4) or bits (fn 1/2). */
  quantity: number
  /** 0 ok, 1..11 Modbus exception, 0xE0 time-out, 0xE1 CRC, 0xE2 bus busy, 0xE3 short frame. */
  status: number
  /** Bytes exactly as in the RTU answer, big-endian words; empty unless status is 0. */
  data: Uint8Array
}

/** Values by point key; a key that is missing was not reported, not decodable or marked invalid. */
export type Values = Record<string, number>
