import { DATA_TYPES, type Point } from '@heatfleet/modbus/point.ts'
import { z } from 'zod'

/** A word in the three languages of the product. */
export const Words = z.object({ en: z.string(), zh: z.string(), pl: z.string() })
export type Words = z.infer<typeof Words>

const Limit = z.union([z.number(), z.object({ point: z.string() })])

/**
 * A data point as the wire and the console know it (spec 3): what `modbus` needs to decode it, and what people need to
 * read it. `level` says who may write it; `alarm` marks fault bits.
 */
export const DataPoint = z.object({
  key: z.string(),
  names: Words,
  address: z.number().int(),
  reg_len: z.number().int(),
  query_cmd: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  write_cmd: z.union([z.literal(5), z.literal(6), z.literal(16)]).nullable(),
  rw: z.enum(['r', 'rw']),
  data_type: z.enum(DATA_TYPES),
  bit: z.number().int().nullable(),
  formulas: z.object({ read: z.string(), write: z.string().nullable(), display: z.string().nullable() }),
  unit: z.string(),
  decimals: z.number().int(),
  min: Limit.nullable(),
  max: Limit.nullable(),
  step: z.number().nullable(),
  default_value: z.number().nullable(),
  invalid: z.array(z.number()),
  /** Values with a name: enum, bool and bit points; empty for numbers. */
  choices: z.array(z.object({ value: z.number(), names: Words })),
  group_tag: z.string(),
  tab: z.string(),
  block: z.string().nullable(),
  /** A counter: only differences mean something (spec: accumulate or not). */
  accumulate: z.boolean(),
  alarm: z.boolean(),
  in_history: z.boolean(),
  level: z.enum(['user', 'installer']),
})
export type DataPoint = z.infer<typeof DataPoint>

/** A {@link DataPoint} is a modbus Point: this line stops compiling when the two drift apart. */
export const asModbusPoint = (point: DataPoint): Point => point
