import { z } from 'zod'
import { DeviceFilter } from '../devices/devices.ts'
import { Upgrade, UpgradePlan } from '../firmware/firmware.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { textOf } from '../text.ts'
import { ROLLOUT_STATES, ROLLOUT_UNIT_STATES, type RolloutState } from '../transitions.ts'

const Time = z.iso.datetime()
const Percent = z.number().int().min(1).max(100)

/** Which units: named one by one, or those of the device list under a filter when the rollout starts. */
export const RolloutTarget = z.discriminatedUnion('by', [
  z.object({
    by: z.literal('macs'),
    macs: z
      .array(DeviceId)
      .min(1)
      .max(LIMITS.filter_ids_max)
      .refine((macs) => new Set(macs).size === macs.length, { params: { rule: 'twice' } }),
  }),
  z.object({ by: z.literal('filter'), filter: DeviceFilter }),
])
export type RolloutTarget = z.output<typeof RolloutTarget>

/** Values by point; a control template of the product gives them too. */
const Settings = z
  .array(z.object({ key: z.string().max(LIMITS.point_key_max), value: z.number() }))
  .min(1)
  .max(LIMITS.control_points_max)
  .refine((points) => new Set(points.map(({ key }) => key)).size === points.length, { params: { rule: 'twice' } })

/** What is set on which units: enough for a preview. */
export const RolloutSettings = z.object({
  product_key: z.string().min(1).max(LIMITS.product_key_max),
  target: RolloutTarget,
  points: Settings,
})
export type RolloutSettings = z.output<typeof RolloutSettings>

const Wave = z
  .object({ size: z.number().int().min(1).max(LIMITS.rollout_devices_max), unit: z.enum(['percent', 'devices']) })
  .refine(({ size, unit }) => unit === 'devices' || size <= 100, { path: ['size'], params: { rule: 'percent' } })

const pace = {
  waves: z
    .array(Wave)
    .min(1)
    .max(LIMITS.rollout_waves_max)
    .default([{ size: 100, unit: 'percent' }]),
  /** It stops when so many percent of the finished units of a wave failed, and at least so many units. */
  stop_failed_percent: Percent.default(10),
  stop_failed_min: z.number().int().min(1).max(LIMITS.rollout_devices_max).default(3),
  /** The next wave begins when so many percent of this one are finished and no unit on line is left. */
  wave_finished_percent: Percent.default(80),
  /** Each further wave waits for somebody to let it go on. */
  confirm_waves: z.boolean().default(false),
  /** Units that are off line are waited for so long after the start. */
  deadline_hours: z.number().int().min(1).max(LIMITS.rollout_deadline_hours_max).default(72),
  /** It begins with at most so many units in a minute; null = as many as may be under way. */
  per_minute: z.number().int().min(1).max(LIMITS.rollout_per_minute_max).nullable().default(null),
}

/** A rollout as it is proposed. */
export const RolloutDraft = RolloutSettings.extend({
  name: textOf({ min: 1, max: LIMITS.rollout_name_max }),
  remark: textOf({ max: LIMITS.remark_max }).default(''),
  /** English name of the control template the values came from; null = chosen by hand. */
  template: z.string().max(LIMITS.point_text_max).nullable().default(null),
  ...pace,
})
export type RolloutDraft = z.output<typeof RolloutDraft>

/** Units by state. */
export const RolloutCounts = z.object(
  Object.fromEntries(ROLLOUT_UNIT_STATES.map((state) => [state, z.number().int()])) as Record<
    (typeof ROLLOUT_UNIT_STATES)[number],
    z.ZodInt
  >,
)
export type RolloutCounts = z.output<typeof RolloutCounts>

/** Why a rollout is paused: by somebody, by too many failures, before a wave that has to be let go on, or by its test group. */
const HALT_REASONS = ['manual', 'failures', 'wave', 'test'] as const

/** One rollout, of settings or of firmware. */
export const Rollout = z.object({
  rollout_id: z.number().int(),
  name: z.string(),
  remark: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  target: RolloutTarget,
  /** Of a rollback empty: each unit gets back its own old values. */
  points: z.array(z.object({ key: z.string(), value: z.number() })),
  /** The template the values came from, and the version of the product it belonged to. */
  template: z.object({ name: z.string(), version: z.number().int().nullable() }).nullable(),
  /** Of firmware; null = of settings. */
  upgrade: UpgradePlan.nullable(),
  ...pace,
  /** Units of each wave; empty before the start. */
  wave_sizes: z.array(z.number().int()),
  state: z.enum(ROLLOUT_STATES),
  halted: z.enum(HALT_REASONS).nullable(),
  /** The wave under way; 0 before the start. */
  wave: z.number().int(),
  /** Units frozen at the start; 0 before. */
  total: z.number().int(),
  counts: RolloutCounts,
  /** The rollout whose changes this one takes back; null = none. */
  of_rollout_id: z.number().int().nullable(),
  creator: z.string(),
  /** Who approved or rejected it; empty before. */
  approver: z.string(),
  create_time: Time,
  approve_time: Time.nullable(),
  start_time: Time.nullable(),
  deadline: Time.nullable(),
  finish_time: Time.nullable(),
  /** The caller proposed it. */
  own: z.boolean(),
})
export type Rollout = z.output<typeof Rollout>

/** Filters of the list; whatever is left out does not filter. */
export const RolloutFilter = z.object({
  name: z.string().trim().max(LIMITS.rollout_name_max).optional(),
  product_key: z.string().max(LIMITS.product_key_max).optional(),
  state: z.enum(ROLLOUT_STATES).optional(),
  creator: z.string().trim().max(LIMITS.user_name_max).optional(),
  /** Rollouts that touch, or touched, this unit. */
  mac: DeviceId.optional(),
  from: Time.optional(),
  to: Time.optional(),
})
export type RolloutFilter = z.output<typeof RolloutFilter>

/** Columns of the rollouts as a file. */
export const ROLLOUT_LIST_EXPORT_COLUMNS = [
  'rollout_id',
  'name',
  'product_name',
  'points',
  'state',
  'halted',
  'total',
  'done',
  'equal',
  'failed',
  'expired',
  'skipped',
  'waiting',
  'waves',
  'template',
  'creator',
  'approver',
  'create_time',
  'start_time',
  'finish_time',
  'remark',
] as const

/** What happens to a rollout, by somebody or by itself. */
const ROLLOUT_EVENTS = [
  'proposed',
  'approved',
  'rejected',
  'started',
  'wave_opened',
  'paused',
  'halted',
  'resumed',
  'retried',
  'stopped',
  'rolled_back',
  'finished',
] as const
export type RolloutEventName = (typeof ROLLOUT_EVENTS)[number]

/** One entry of the log of a rollout; facts that an event does not have are null. */
export const RolloutEvent = z.object({
  at: Time,
  what: z.enum(ROLLOUT_EVENTS),
  /** Empty = by itself. */
  user_name: z.string(),
  wave: z.number().int().nullable(),
  /** Why it halted. */
  reason: z.enum(HALT_REASONS).nullable(),
  /** Of a halt: failed units of the wave, of so many tried. Else units that it is about. */
  failed: z.number().int().nullable(),
  units: z.number().int().nullable(),
  /** The rollback. */
  rollout_id: z.number().int().nullable(),
})
export type RolloutEvent = z.output<typeof RolloutEvent>

/** One unit of a rollout. */
export const RolloutUnit = z.object({
  mac: z.string(),
  device_name: z.string(),
  agent_name: z.string().nullable(),
  online: z.boolean(),
  wave: z.number().int(),
  state: z.enum(ROLLOUT_UNIT_STATES),
  /** Why it failed, a code; null otherwise. */
  reason: z.string().nullable(),
  values: z.array(
    z.object({
      key: z.string(),
      old_value: z.number().nullable(),
      new_value: z.number(),
      read_back: z.number().nullable(),
    }),
  ),
  /** Of firmware: the last upgrade of the unit; null = none yet. */
  upgrade: Upgrade.pick({ from_version: true, to_version: true, state: true, result: true, percent: true }).nullable(),
  tries: z.number().int(),
  begin_time: Time.nullable(),
  finish_time: Time.nullable(),
  /** The rollback that was begun for it, and where that stands. */
  rollback: z.object({ rollout_id: z.number().int(), state: z.enum(ROLLOUT_UNIT_STATES) }).nullable(),
})
export type RolloutUnit = z.output<typeof RolloutUnit>

/** Filters of the units of one rollout. */
export const RolloutUnitFilter = z.object({
  rollout_id: RowId,
  state: z.enum(ROLLOUT_UNIT_STATES).optional(),
  wave: z.number().int().min(1).max(LIMITS.rollout_waves_max).optional(),
  macs: z.array(DeviceId).max(LIMITS.filter_ids_max).optional(),
})
export type RolloutUnitFilter = z.output<typeof RolloutUnitFilter>

/** Columns of the units as a file. */
export const ROLLOUT_EXPORT_COLUMNS = [
  'mac',
  'device_name',
  'agent_name',
  'wave',
  'state',
  'reason',
  'old_values',
  'new_values',
  'read_back',
  'from_version',
  'to_version',
  'step',
  'percent',
  'outcome',
  'tries',
  'begin_time',
  'finish_time',
] as const

/** What people do with a rollout after its approval; the right is that of running. */
export const RUN_ACTIONS = ['start', 'pause', 'resume', 'stop', 'retry'] as const
export type RunAction = (typeof RUN_ACTIONS)[number]
export type RolloutAction = RunAction | 'approve' | 'reject' | 'rollback'

/** Which states an action may start from; the server's updates and the console's buttons both follow it. */
export const ROLLOUT_ACTIONS = {
  approve: ['proposed'],
  reject: ['proposed', 'approved'],
  start: ['approved'],
  pause: ['running'],
  resume: ['paused'],
  stop: ['running', 'paused'],
  retry: ['running', 'paused', 'done'],
  rollback: ['paused', 'done', 'stopped'],
} as const satisfies Record<RolloutAction, readonly RolloutState[]>
