import { TEXT_REGISTERS_MAX } from '@heatfleet/modbus/data-type.ts'
import { DATA_TYPES, type Point } from '@heatfleet/modbus/point.ts'
import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { textOf } from '../text.ts'
import { SEMANTIC_TAGS } from './semantic-tags.ts'

/** A word in the three languages of the product. */
export const Words = z.object({ en: z.string(), zh: z.string(), pl: z.string() })
export type Words = z.infer<typeof Words>
export const WORD_LANGUAGES = ['en', 'zh', 'pl'] as const
export type WordLanguage = (typeof WORD_LANGUAGES)[number]

const Name = textOf({ max: LIMITS.point_name_max })
/** The same as typed. */
export const TypedWords = z.object({ en: Name, zh: Name, pl: Name })

const Text = textOf({ max: LIMITS.point_text_max })
const Formula = z.string().max(LIMITS.formula_max)
const Limit = z.union([z.number(), z.object({ point: z.string().max(LIMITS.point_key_max) })])

/** How often a point is read; how many seconds each tier is, is a setting of the product. */
export const POLL_TIERS = ['fast', 'normal', 'slow'] as const

/**
 * The widest circle that sees a point: end users too, all console accounts, or the manufacturer's people and those of
 * distributors who may set installers' points. The server keeps to it; an alarm of a hidden point is reported all the same.
 */
export const POINT_AUDIENCES = ['app', 'distributor', 'installer'] as const

/** In which colour of meaning a named value is shown; one without is plain. */
export const CHOICE_COLOURS = ['ok', 'warn', 'bad', 'accent', 'hot', 'cold'] as const

/** A value with a name. `fault` = the code in the knowledge base that this value of a fault word stands for. */
export const Choice = z.object({
  value: z.number(),
  names: TypedWords,
  fault: z.string().max(LIMITS.fault_code_max).optional(),
  colour: z.enum(CHOICE_COLOURS).optional(),
})

/**
 * A data point as the wire and the console know it (spec 3): what `modbus` needs to decode it, and what people need to
 * read it. `level` says who may write it; `alarm` marks fault bits and fault words. Fields with a default came later
 * than the first products.
 */
export const DataPoint = z.object({
  key: z.string().regex(/^[A-Za-z]\w{0,39}$/),
  names: TypedWords,
  address: z.number().int().min(0).max(65_535),
  /** Slave address where it is not the product's own: a cascade, an indoor unit, a meter on the same bus. */
  slave: z.number().int().min(1).max(247).nullable().default(null),
  /** As its type takes; a text has as many as the board gives it. */
  reg_len: z.number().int().min(1).max(TEXT_REGISTERS_MAX),
  query_cmd: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  write_cmd: z.union([z.literal(5), z.literal(6), z.literal(15), z.literal(16)]).nullable(),
  rw: z.enum(['r', 'rw']),
  data_type: z.enum(DATA_TYPES),
  bit: z.number().int().min(0).max(15).nullable(),
  /** How many bits a `bits` point has, from `bit` upwards. */
  bit_len: z.number().int().min(2).max(15).nullable().default(null),
  formulas: z.object({ read: Formula, write: Formula.nullable(), display: Formula.nullable() }),
  unit: textOf({ max: LIMITS.unit_max }),
  decimals: z.number().int().min(0).max(9),
  min: Limit.nullable(),
  max: Limit.nullable(),
  step: z.number().positive().nullable(),
  default_value: z.number().nullable(),
  invalid: z.array(z.number()).max(LIMITS.point_invalid_max),
  /** Values with a name: enum, bool and bit points; empty for numbers. */
  choices: z.array(Choice).max(LIMITS.point_choices_max),
  group_tag: Text,
  tab: Text,
  /** The poll block that reads it; planned when a version is made, null in a draft and for calculated points. */
  block: z.string().nullable(),
  /** A counter: only differences mean something (spec: accumulate or not). */
  accumulate: z.boolean(),
  alarm: z.boolean(),
  in_history: z.boolean(),
  level: z.enum(['user', 'installer']),
  /** What the quantity means, whatever the board calls it (product 3.41); null = nothing that analytics know. */
  tag: z.enum(SEMANTIC_TAGS).nullable().default(null),
  tier: z.enum(POLL_TIERS).default('normal'),
  /** Change of the raw number that is reported at once, before its turn (device protocol 3, `db`); null = none. */
  dead_band: z.number().int().min(1).max(65_535).nullable().default(null),
  /** False where the board refuses to read this register together with others. */
  bulk: z.boolean().default(true),
  /** The bit's healthy value; a fault bit that is inverted rests at 1. */
  normal: z.union([z.literal(0), z.literal(1)]).default(0),
  /** Fault code in the knowledge base that a set bit stands for; null = none, or named by value in `choices`. */
  fault: z.string().max(LIMITS.fault_code_max).nullable().default(null),
  visible: z.enum(POINT_AUDIENCES).default('app'),
  /** Writing was tried on a real board; what was not is written from the test bench alone. */
  write_verified: z.boolean().default(true),
  /** Why the owner of a unit is not given its values (EU Data Act); empty = it is no trade secret. */
  trade_secret: textOf({ max: LIMITS.trade_secret_reason_max }).default(''),
  /** Points of one group are written in one frame, each command with all of them: a clock, a heating curve; null = by itself. */
  write_group: textOf({ min: 1, max: LIMITS.write_name_max }).nullable().default(null),
  /** Name of the writes around it, {@link WriteSequence} of the product; null = written at once. */
  write_sequence: textOf({ min: 1, max: LIMITS.write_name_max }).nullable().default(null),
  /** Raw number at which a counter begins again at 0 (65,536 for one register); null = none that is known. */
  wraps_at: z
    .number()
    .int()
    .min(2)
    .max(2 ** 32)
    .nullable()
    .default(null),
  /** What the board maker's list says beside it. */
  note: textOf({ max: LIMITS.point_note_max }).default(''),
})
export type DataPoint = z.infer<typeof DataPoint>

/** True for points that are a state rather than a quantity: drawn as strips, never averaged. */
export const isState = ({ data_type, choices }: Pick<DataPoint, 'data_type' | 'choices'>): boolean =>
  data_type === 'bit' || data_type === 'bool' || data_type === 'enum' || choices.length > 0

/** A {@link DataPoint} is a modbus Point: this line stops compiling when the two drift apart. */
export const asModbusPoint = (point: DataPoint): Point => point
