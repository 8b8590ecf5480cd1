import { z } from 'zod'
import { DeviceFilter } from '../devices/devices.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { Words } from '../products/points.ts'
import { textOf } from '../text.ts'
import { ROLLOUT_STATES, ROLLOUT_UNIT_STATES, type RolloutState } from '../transitions.ts'

const Time = z.iso.datetime()
const RowId = z.number().int().min(1).max(2_147_483_647)
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

const Counts = z.object(
  Object.fromEntries(ROLLOUT_UNIT_STATES.map((state) => [state, z.number().int()])) as Record<
    (typeof ROLLOUT_UNIT_STATES)[number],
    z.ZodInt
  >,
)
export type RolloutCounts = z.output<typeof Counts>

/** Why a rollout is paused: by somebody, by too many failures, or before a wave that has to be let go on. */
export const HALT_REASONS = ['manual', 'failures', 'wave'] as const
export type HaltReason = (typeof HALT_REASONS)[number]

/** One rollout of settings. */
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
  ...pace,
  /** Units of each wave; empty before the start. */
  wave_sizes: z.array(z.number().int()),
  state: z.enum(ROLLOUT_STATES),
  halted: z.enum(HALT_REASONS).nullable(),
  /** The wave under way; 0 before the start. */
  wave: z.number().int(),
  /** Units frozen at the start; 0 before. */
  total: z.number().int(),
  counts: Counts,
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
  from: Time.optional(),
  to: Time.optional(),
})
export type RolloutFilter = z.output<typeof RolloutFilter>

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
  'tries',
  'begin_time',
  'finish_time',
] as const

/** What a rollout would do to a unit now. */
export const PREVIEW_OUTCOMES = ['change', 'equal', 'offline', 'not_writable'] as const
export type PreviewOutcome = (typeof PREVIEW_OUTCOMES)[number]

/** One unit of the preview. */
export const PreviewUnit = z.object({
  mac: z.string(),
  device_name: z.string(),
  agent_name: z.string().nullable(),
  outcome: z.enum(PREVIEW_OUTCOMES),
  /** Why it cannot be written, a code of the refusals; null otherwise. */
  reason: z.string().nullable(),
  /** Present value of each point; null = unknown. */
  values: z.array(z.object({ key: z.string(), old_value: z.number().nullable() })),
})
export type PreviewUnit = z.output<typeof PreviewUnit>
const PreviewCounts = z.object({
  change: z.number().int(),
  equal: z.number().int(),
  offline: z.number().int(),
  not_writable: z.number().int(),
})

/** A control template of a published product, and how often it was rolled out. */
export const RolloutTemplate = z.object({
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** Of the product. */
  version: z.number().int(),
  names: Words,
  points: z.array(z.object({ key: z.string(), value: z.number() })),
  used_by: z.number().int(),
  last_used: Time.nullable(),
})
export type RolloutTemplate = z.output<typeof RolloutTemplate>

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

const ById = z.object({ id: z.coerce.number().pipe(RowId) })
const counts: RolloutCounts = { waiting: 60, sent: 2, done: 37, equal: 20, failed: 1, expired: 0, skipped: 0 }
const example: Rollout = {
  rollout_id: 12,
  name: 'Winter set-points',
  remark: '',
  product_key: 'r290-monobloc',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  target: { by: 'filter', filter: DeviceFilter.parse({ product_key: 'r290-monobloc' }) },
  points: [{ key: 'sp_dhw', value: 52 }],
  template: null,
  waves: [
    { size: 10, unit: 'devices' },
    { size: 100, unit: 'percent' },
  ],
  stop_failed_percent: 10,
  stop_failed_min: 3,
  wave_finished_percent: 80,
  confirm_waves: false,
  deadline_hours: 72,
  wave_sizes: [10, 110],
  state: 'running',
  halted: null,
  wave: 2,
  total: 120,
  counts,
  of_rollout_id: null,
  creator: 'staff',
  approver: 'admin',
  create_time: '2026-11-21T09:15:00.000Z',
  approve_time: '2026-11-21T09:20:00.000Z',
  start_time: '2026-11-21T09:21:00.000Z',
  deadline: '2026-11-24T09:21:00.000Z',
  finish_time: null,
  own: false,
}
const unit: RolloutUnit = {
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  agent_name: 'Yuhang',
  online: true,
  wave: 1,
  state: 'done',
  reason: null,
  values: [{ key: 'sp_dhw', old_value: 50, new_value: 52, read_back: 52 }],
  tries: 1,
  begin_time: '2026-11-21T09:21:01.000Z',
  finish_time: '2026-11-21T09:21:03.000Z',
  rollback: null,
}
const CHECKS = [
  'product_unknown',
  'no_permission',
  'point_not_writable',
  'above_max',
  'below_min',
  'off_step',
  'not_a_value',
] as const

/** Settings of many units at once, in waves (product 3.40). */
export const rollouts = endpoints({
  rolloutList: {
    method: 'POST',
    path: '/rollout/list',
    kind: 'read',
    of: 'rollout',
    needs: 'rollout:view',
    about: { list: 'rollout' },
    query: Paging,
    body: RolloutFilter.default({}),
    result: pageOf(Rollout),
    fails: [],
    says: 'Rollouts of the own organisation and those below it, the newest first.',
    example: { list: [example], total: 1, pageNo: 1, size: 999 },
  },
  rolloutInfo: {
    method: 'GET',
    path: '/rollout/:id/info',
    kind: 'read',
    of: 'rollout',
    needs: 'rollout:view',
    about: 'rollout',
    params: ById,
    result: Rollout.extend({ wave_counts: z.array(Counts) }),
    fails: ['not_found'],
    says: 'One rollout with the units of each wave by state.',
    example: { ...example, wave_counts: [{ ...counts, waiting: 0, sent: 0, done: 9, equal: 0 }, counts] },
  },
  rolloutDevices: {
    method: 'POST',
    path: '/rollout/:id/devices',
    kind: 'read',
    of: 'rollout',
    needs: 'rollout:view',
    about: 'rollout',
    params: ById,
    query: Paging,
    body: RolloutUnitFilter.omit({ rollout_id: true }).default({}),
    result: pageOf(RolloutUnit),
    fails: ['not_found'],
    says: 'Units of a rollout that are in scope, with old value, new value and what was read back.',
    example: { list: [unit], total: 1, pageNo: 1, size: 999 },
  },
  rolloutPreview: {
    method: 'POST',
    path: '/rollout/preview',
    kind: 'read',
    of: 'rollout',
    needs: 'rollout:view',
    about: { list: 'device' },
    query: Paging,
    body: RolloutSettings.extend({ only: z.enum(PREVIEW_OUTCOMES).optional() }),
    result: pageOf(PreviewUnit).extend({ counts: PreviewCounts }),
    fails: [...CHECKS, 'rollout_too_large'],
    says: 'What settings would change, by the newest values of each unit; also how units differ from a template.',
    example: {
      list: [
        {
          mac: unit.mac,
          device_name: unit.device_name,
          agent_name: unit.agent_name,
          outcome: 'change',
          reason: null,
          values: [{ key: 'sp_dhw', old_value: 50 }],
        },
      ],
      total: 1,
      pageNo: 1,
      size: 999,
      counts: { change: 1, equal: 20, offline: 4, not_writable: 0 },
    },
  },
  rolloutTemplates: {
    method: 'GET',
    path: '/rollout/templates',
    kind: 'read',
    of: 'rollout',
    needs: 'rollout:view',
    about: 'unscoped',
    result: z.array(RolloutTemplate),
    fails: [],
    says: 'Control templates of the published products, and how many rollouts in sight used each.',
    example: [
      {
        product_key: example.product_key,
        product_name: example.product_name,
        product_english_name: example.product_english_name,
        version: 3,
        names: { en: 'Winter', zh: '冬季', pl: 'Zima' },
        points: [{ key: 'sp_dhw', value: 52 }],
        used_by: 2,
        last_used: '2026-11-21T09:15:00.000Z',
      },
    ],
  },
  rolloutCreate: {
    method: 'POST',
    path: '/rollout/create',
    kind: 'change',
    of: 'rollout',
    needs: 'rollout:create',
    about: 'unscoped',
    body: RolloutDraft,
    result: Rollout,
    fails: [...CHECKS, 'device_not_found', 'template_unknown', 'rollouts_open'],
    says: 'Proposes a rollout; somebody has to approve it before it can start.',
    example: { ...example, state: 'proposed', own: true },
  },
  rolloutApprove: {
    method: 'POST',
    path: '/rollout/:id/approve',
    kind: 'change',
    of: 'rollout',
    needs: 'rollout:approve',
    about: 'rollout',
    params: ById,
    result: Rollout,
    fails: ['not_found', 'rollout_state', 'rollout_own_approval'],
    says: 'Approves a proposed rollout; one of the own account only with the right to do so.',
    example: { ...example, state: 'approved' },
  },
  rolloutReject: {
    method: 'POST',
    path: '/rollout/:id/reject',
    kind: 'change',
    of: 'rollout',
    needs: 'rollout:approve',
    about: 'rollout',
    params: ById,
    result: Rollout,
    fails: ['not_found', 'rollout_state'],
    says: 'Rejects a rollout that has not started; it never will.',
    example: { ...example, state: 'rejected' },
  },
  rolloutRun: {
    method: 'POST',
    path: '/rollout/:id/run',
    kind: 'change',
    of: 'rollout',
    needs: 'rollout:run',
    about: 'rollout',
    params: ById,
    body: z.object({ action: z.enum(RUN_ACTIONS) }),
    result: Rollout,
    fails: ['not_found', 'rollout_state', 'rollout_empty', 'rollout_too_large', 'rollout_nothing_to_retry'],
    says: 'Starts an approved rollout, pauses, resumes or stops it, or tries once more what failed.',
    example,
  },
  rolloutRollback: {
    method: 'POST',
    path: '/rollout/:id/rollback',
    kind: 'change',
    of: 'rollout',
    needs: 'rollout:rollback',
    about: 'rollout',
    params: ById,
    body: z
      .object({
        /** Left out: all. */
        macs: z.array(DeviceId).min(1).max(LIMITS.filter_ids_max).optional(),
      })
      .default({}),
    result: Rollout,
    fails: ['not_found', 'rollout_state', 'rollout_nothing_to_roll_back', 'rollouts_open'],
    says: 'Writes the old values back, to all or some of the units it changed: a rollout of its own, started at once.',
    example: { ...example, rollout_id: 13, of_rollout_id: 12, points: [], own: true },
  },
})
