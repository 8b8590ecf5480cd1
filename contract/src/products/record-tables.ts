import { DATA_TYPES } from '@heatfleet/modbus/point.ts'
import type { PolledPoint } from '@heatfleet/modbus/poll-blocks.ts'
import { recordSpan, TIME_PARTS } from '@heatfleet/modbus/records.ts'
import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { textOf } from '../text.ts'
import { Choice, POINT_AUDIENCES, TypedWords } from './points.ts'

/** What a column holds: a fault code, a part of the time at which the record was written, or a value. */
export const RECORD_ROLES = ['code', 'value', ...TIME_PARTS] as const
export type RecordRole = (typeof RECORD_ROLES)[number]

/** Types of a column: all that are numbers of one field. */
const COLUMN_TYPES = DATA_TYPES.filter((type) => type !== 'calc' && !type.startsWith('text'))
type RecordType = (typeof COLUMN_TYPES)[number]
export const RECORD_TYPES: readonly RecordType[] = COLUMN_TYPES

/** One field of each record; `offset` = registers after the first one of the record. */
export const RecordColumn = z.object({
  key: z.string().regex(/^[A-Za-z]\w{0,39}$/),
  names: TypedWords,
  role: z.enum(RECORD_ROLES),
  offset: z
    .number()
    .int()
    .min(0)
    .max(LIMITS.record_registers_max - 1),
  data_type: z.enum(COLUMN_TYPES),
  /** Bit of a `bit`, the lowest one of `bits`. */
  bit: z.number().int().min(0).max(15).nullable().default(null),
  bit_len: z.number().int().min(2).max(15).nullable().default(null),
  /** Formula of `raw`. */
  read: z.string().max(LIMITS.formula_max).default('raw'),
  unit: textOf({ max: LIMITS.unit_max }).default(''),
  decimals: z.number().int().min(0).max(9).default(0),
  invalid: z.array(z.number()).max(LIMITS.point_invalid_max).default([]),
  /** Values with a name. */
  choices: z.array(Choice).max(LIMITS.point_choices_max).default([]),
})
export type RecordColumn = z.output<typeof RecordColumn>

/** The order in which a board keeps its records; those with a time are sorted by it. */
export const RECORD_ORDERS = ['newest_first', 'oldest_first'] as const

/**
 * Repeated records of a board, such as its error history: the same columns `count` times, each record `stride` registers
 * after the one before. Read at the slow interval of the product.
 */
export const RecordTable = z.object({
  key: z.string().regex(/^[A-Za-z]\w{0,39}$/),
  names: TypedWords,
  /** Slave address where it is not the product's own. */
  slave: z.number().int().min(1).max(247).nullable().default(null),
  query_cmd: z.union([z.literal(3), z.literal(4)]),
  /** First register of the first record. */
  address: z.number().int().min(0).max(65_535),
  stride: z.number().int().min(1).max(LIMITS.record_registers_max),
  count: z.number().int().min(1).max(LIMITS.records_max),
  columns: z.array(RecordColumn).min(1).max(LIMITS.record_columns_max),
  order: z.enum(RECORD_ORDERS).default('newest_first'),
  /** Codes that mean that nothing was written there. */
  empty_codes: z.array(z.number().int()).max(LIMITS.point_invalid_max).default([0]),
  /** How a number becomes a code of the fault list: each `#` is a digit at least (`F##` makes 7 to F07); empty = by `choices` alone. */
  fault_pattern: z
    .string()
    .max(LIMITS.fault_code_max)
    .regex(/^[^#]*#*[^#]*$/)
    .default(''),
  visible: z.enum(POINT_AUDIENCES).default('app'),
})
export type RecordTable = z.output<typeof RecordTable>

/** What the poll plan reads for a table: one run of registers a record, without gaps between them. */
export const polledRecords = (
  tables: readonly RecordTable[],
  { slave, period_s }: { slave: number; period_s: number },
): PolledPoint[] =>
  tables.flatMap((table) =>
    Array.from({ length: table.count }, (_, index) => ({
      key: `${table.key}_${index}`,
      address: table.address + index * table.stride,
      query_cmd: table.query_cmd,
      // A run of registers: the only type whose length is told by the point.
      data_type: 'text' as const,
      reg_len: index + 1 < table.count ? table.stride : Math.min(table.stride, recordSpan(table)),
      slave: table.slave ?? slave,
      period_s,
      bulk: true,
    })),
  )

/** The code of the fault list that a number of a code column stands for; null = it names none. */
export const faultCodeOf = (
  { fault_pattern }: Pick<RecordTable, 'fault_pattern'>,
  { choices }: Pick<RecordColumn, 'choices'>,
  value: number,
): string | null => {
  const named = choices.find((choice) => choice.value === value)?.fault
  if (named !== undefined) return named
  const places = /#+/.exec(fault_pattern)?.[0]
  if (places === undefined || !Number.isInteger(value) || value < 0) return null
  return fault_pattern.replace(places, String(value).padStart(places.length, '0'))
}

/** The number that stands for a code of the fault list, the way back of {@link faultCodeOf}; null = none. */
export const faultNumberOf = (
  { fault_pattern }: Pick<RecordTable, 'fault_pattern'>,
  { choices }: Pick<RecordColumn, 'choices'>,
  code: string,
): number | null => {
  const named = choices.find(({ fault }) => fault === code)
  if (named !== undefined) return named.value
  const places = /#+/.exec(fault_pattern)
  if (places === null) return null
  const [before, after] = [fault_pattern.slice(0, places.index), fault_pattern.slice(places.index + places[0].length)]
  const digits = code.slice(before.length, code.length - after.length)
  return code === before + digits + after && /^\d{1,9}$/.test(digits) ? Number(digits) : null
}
