import { z } from 'zod'
import { LIMITS } from '../limits.ts'
import { textOf } from '../text.ts'
import { RecordTable } from './record-tables.ts'
import { WeeklySchedule } from './schedules.ts'

/** How a fault weighs: a state, runs on, stops and starts again by itself, needs a reset. Source: domain 2. */
export const FAULT_SEVERITIES = ['info', 'warning', 'fault', 'lockout'] as const
export type FaultSeverity = (typeof FAULT_SEVERITIES)[number]

/** Pictures of a unit; `none` = its values alone. */
export const SCHEMATICS = ['air_water_monobloc', 'air_water_split', 'hot_water', 'pool', 'none'] as const
export type Schematic = (typeof SCHEMATICS)[number]
export const BAUD_RATES = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200] as const
export const BUS_FORMATS = ['8N1', '8N2', '8E1', '8O1'] as const

const Key = z.string().max(LIMITS.point_key_max)
const Text = textOf({ max: LIMITS.point_text_max })

/** How the module reaches the board, and how often it reads. */
export const ProductAccess = z.object({
  slave: z.number().int().min(1).max(247),
  baud: z.literal(BAUD_RATES),
  format: z.enum(BUS_FORMATS),
  /** Seconds between two readings of the points of each tier. */
  tiers_s: z.object({
    fast: z.number().int().min(5).max(3_600),
    normal: z.number().int().min(5).max(3_600),
    slow: z.number().int().min(5).max(86_400),
  }),
  /** Registers that nothing uses may be read along, when that saves a request: at most so many in a row. */
  gap_max: z.number().int().min(0).max(120),
  /** Ranges whose registers the board answers only one by one. */
  alone: z
    .array(
      z
        .object({
          fn: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
          start: z.number().int().min(0).max(65_535),
          end: z.number().int().min(0).max(65_535),
        })
        .refine(({ start, end }) => start <= end),
    )
    .max(LIMITS.alone_ranges_max),
  /**
   * A unit that was on line when the cloud went away has so long to come back before it counts as off line, s; null =
   * as its network is, {@link LIMITS.offline_grace_wifi_ms} or {@link LIMITS.offline_grace_4g_ms}.
   */
  offline_after_s: z.number().int().min(30).max(86_400).nullable().default(null),
  /** Hardware of the modules it is sold with, as they register it; none = any. Units with another are pointed out. */
  module_types: z
    .array(textOf({ min: 1, max: LIMITS.module_type_max }))
    .max(LIMITS.module_types_max)
    .default([]),
})
export type ProductAccess = z.output<typeof ProductAccess>

/** Which picture, in which order groups and tabs stand, and which curves are drawn before anybody chose. */
export const ProductPanel = z.object({
  schematic: z.enum(SCHEMATICS),
  groups: z.array(Text).max(100),
  tabs: z.array(Text).max(100),
  default_curves: z.array(Key).max(LIMITS.history_points_max),
})
export type ProductPanel = z.output<typeof ProductPanel>

/** How a fault point weighs without a rule of the product. */
export const AlarmDefault = z.object({
  key: Key,
  severity: z.enum(FAULT_SEVERITIES),
  enabled: z.boolean(),
  /** The fault must last so long, s. */
  delay_s: z.number().int().min(0).max(86_400),
})
export type AlarmDefault = z.output<typeof AlarmDefault>

/** Settings that belong together, staged at once from the device's control tab. */
export const ControlTemplate = z.object({
  names: z.object({ en: textOf({ min: 1, max: LIMITS.point_text_max }), zh: Text, pl: Text }),
  values: z
    .array(z.object({ key: Key, value: z.number() }))
    .min(1)
    .max(LIMITS.control_points_max),
})
export type ControlTemplate = z.output<typeof ControlTemplate>

/**
 * A frame whose meaning is known: run at every publish. `start` = first register of a bare RTU answer, which does not
 * say it; null for reports and for a request with its answer.
 */
export const TestVector = z.object({
  name: textOf({ min: 1, max: LIMITS.product_name_max }),
  frame: z.string().max(LIMITS.frame_text_max),
  start: z.number().int().min(0).max(65_535).nullable(),
  /** `null` = the point must be absent. */
  expects: z.array(z.object({ key: Key, value: z.number().nullable() })).max(LIMITS.points_max),
})
export type TestVector = z.output<typeof TestVector>

/** A write around a value: a coil (function 5, value 0 or 1) or a register, of the slave of the point. */
export const WriteStep = z
  .object({
    fn: z.union([z.literal(5), z.literal(6), z.literal(16)]),
    address: z.number().int().min(0).max(65_535),
    value: z.number().int().min(0).max(65_535),
  })
  .refine(({ fn, value }) => fn !== 5 || value <= 1)
export type WriteStep = z.output<typeof WriteStep>

/** Writes that a board wants around a value, in order: what unlocks it before, what saves it and locks again after. */
export const WriteSequence = z.object({
  name: textOf({ min: 1, max: LIMITS.write_name_max }),
  before: z.array(WriteStep).max(LIMITS.write_steps_max),
  after: z.array(WriteStep).max(LIMITS.write_steps_max),
})
export type WriteSequence = z.output<typeof WriteSequence>

/** What a version holds beside its points; edited in the draft, immutable once published. */
export const ProductSettings = z.object({
  access: ProductAccess,
  panel: ProductPanel,
  alarm_defaults: z.array(AlarmDefault).max(LIMITS.points_max),
  control_templates: z.array(ControlTemplate).max(LIMITS.control_templates_max),
  test_vectors: z.array(TestVector).max(LIMITS.test_vectors_max),
  /** Sets of the knowledge base in which this product's fault codes are looked up, first match first. */
  fault_sets: z.array(z.string().max(LIMITS.fault_code_max)).max(20),
  /** Named by points that are written through them. */
  write_sequences: z.array(WriteSequence).max(LIMITS.write_sequences_max),
  /** Repeated records of the board, such as its error history. */
  record_tables: z.array(RecordTable).max(LIMITS.record_tables_max),
  /** Weekly schedules that are read and written as one. */
  schedules: z.array(WeeklySchedule).max(LIMITS.schedules_max),
})
export type ProductSettings = z.output<typeof ProductSettings>

/** Where a new product starts: 9600 8N1 at address 1, a minute between readings. */
export const INITIAL_SETTINGS: ProductSettings = {
  access: {
    slave: 1,
    baud: 9600,
    format: '8N1',
    tiers_s: { fast: 15, normal: 60, slow: 300 },
    gap_max: 8,
    alone: [],
    offline_after_s: null,
    module_types: [],
  },
  panel: { schematic: 'air_water_monobloc', groups: [], tabs: [], default_curves: [] },
  alarm_defaults: [],
  control_templates: [],
  test_vectors: [],
  fault_sets: [],
  write_sequences: [],
  record_tables: [],
  schedules: [],
}
