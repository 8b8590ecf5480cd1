import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { CursorPaging, cursorPageOf } from '../paging.ts'
import { Choice, type DataPoint, Words } from '../products/points.ts'
import { ROW_ID_MAX, RowId } from '../row-id.ts'
import { CONTROL_STATES } from '../transitions.ts'

/** Where a setting came from: a person at the console, a program, a rollout, or a command at a time. */
export const CONTROL_SOURCES = ['console', 'api', 'rollout', 'schedule'] as const
export type ControlSource = (typeof CONTROL_SOURCES)[number]

const Time = z.iso.datetime()

/** One line of the control log (spec 3): who set what, from what, and what came of it. Append-only. */
export const ControlLogRow = z.object({
  control_id: z.number().int(),
  mac: z.string(),
  device_name: z.string(),
  product_key: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  /** Null = the manufacturer's stock. */
  agent_name: z.string().nullable(),
  operator_name: z.string(),
  operator_email: z.string(),
  operator_phone: z.string(),
  /** Network address it came from; empty for rows of others without the right to see personal data. */
  operator_address: z.string(),
  request_id: z.string(),
  control_time: Time,
  /** First time it was published to the module; null = not yet. */
  sent_time: Time.nullable(),
  /** When the module said that it has written; null = it did not. */
  acked_time: Time.nullable(),
  finish_time: Time.nullable(),
  /** How often it was published: once, and once more without an answer. */
  sends: z.number().int(),
  source: z.enum(CONTROL_SOURCES),
  /** Why it was set; asked for where a point is an installer's. */
  change_reason: z.string(),
  /** Who may set the point: everybody who controls, or installers, who are asked for a reason. */
  level: z.enum(['user', 'installer']),
  /** The rollout that sent it; null = none, or one that is not visible. */
  rollout_id: RowId.nullable(),
  rollout_name: z.string(),
  point_key: z.string(),
  names: Words,
  address: z.number().int(),
  unit: z.string(),
  decimals: z.number().int(),
  /** Values with a name; empty for numbers. */
  choices: z.array(Choice),
  old_value: z.number().nullable(),
  new_value: z.number(),
  read_back: z.number().nullable(),
  state: z.enum(CONTROL_STATES),
  /** Why it failed, a code: the module's ack state or ours; null otherwise. */
  reason: z.string().nullable(),
  /** Raw words as written to the bus, hex. */
  control_data: z.string(),
  /** The Modbus RTU request as the module puts it on the bus, hex; empty = not sent. */
  frame: z.string(),
  /** Raw words as read back, hex; empty = none. */
  read_back_data: z.string(),
})
export type ControlLogRow = z.infer<typeof ControlLogRow>

/** Whatever is left out does not filter. Contact data of others finds nothing without the right to see it. */
export const ControlFilter = z.object({
  macs: z.array(DeviceId).max(500).optional(),
  /** Start of an id, or part of a device's name. */
  search: z.string().trim().max(100).optional(),
  product_key: z.string().max(LIMITS.product_key_max).optional(),
  /** 0 = the manufacturer's stock. */
  agent_id: z.number().int().min(0).max(ROW_ID_MAX).optional(),
  include_lower: z.boolean().default(true),
  /** A part of the operator's name, e-mail or phone. */
  operator: z.string().trim().max(100).optional(),
  operator_email: z.string().trim().max(100).optional(),
  operator_phone: z.string().trim().max(40).optional(),
  source: z.enum(CONTROL_SOURCES).optional(),
  point_key: z.string().max(40).optional(),
  state: z.enum(CONTROL_STATES).optional(),
  rollout_id: RowId.optional(),
  request_id: z.string().trim().max(64).optional(),
  control_id: RowId.optional(),
  from: Time.optional(),
  to: Time.optional(),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type ControlFilter = z.output<typeof ControlFilter>

/** What a file of the log can hold. */
export const CONTROL_EXPORT_COLUMNS = [
  'control_time',
  'mac',
  'device_name',
  'product_name',
  'agent_name',
  'operator_name',
  'operator_email',
  'operator_phone',
  'operator_address',
  'source',
  'change_reason',
  'rollout_name',
  'point',
  'point_key',
  'address',
  'old_value',
  'new_value',
  'read_back',
  'unit',
  'state',
  'reason',
  'control_data',
  'frame',
  'read_back_data',
  'sends',
  'sent_time',
  'acked_time',
  'finish_time',
  'request_id',
] as const

export const controls = endpoints({
  controlLog: {
    method: 'POST',
    path: '/event/control-log',
    kind: 'read',
    of: 'control',
    needs: 'controllog:view',
    about: { list: 'device' },
    query: CursorPaging,
    body: ControlFilter.default({ include_lower: true, sort_order: 'desc' }),
    result: cursorPageOf(ControlLogRow).extend({
      /** True when more match than are counted: narrow the period. */
      more: z.boolean(),
    }),
    fails: [],
    says: `What people set on devices in scope, by time, with old value, new value and read-back; at most ${LIMITS.control_count_max} are counted and can be paged to.`,
    example: { list: [], total: 0, pageNo: 1, size: 999, more: false },
  },
})

/** Why a value may not be sent; the same codes on the form and on the server (spec 5: not above max, not below min). */
export type ControlProblem = {
  code: 'point_not_writable' | 'write_unverified' | 'above_max' | 'below_min' | 'off_step' | 'not_a_value'
  details?: Record<string, number>
}

/** The properties of a unit that the rule for untested points needs. */
export type ControlledUnit = { simulated: boolean; test_bench: boolean }

/** Whether a point may be written on this unit as far as it was tried: everywhere, or where nothing can break (product 3.25). */
export const isTriedFor = ({ write_verified }: DataPoint, { simulated, test_bench }: ControlledUnit): boolean =>
  write_verified || simulated || test_bench

/**
 * Validates one value before it is sent to `unit`; form and server run the same rule. `present` gives the device's
 * present values, for limits that are the value of another point; an unknown limit does not limit.
 */
export const checkControl = (
  point: DataPoint,
  value: number,
  present: (key: string) => number | undefined,
  unit: ControlledUnit,
): ControlProblem | null => {
  if (point.rw !== 'rw' || point.write_cmd === null) return { code: 'point_not_writable' }
  if (!isTriedFor(point, unit)) return { code: 'write_unverified' }
  if (!Number.isFinite(value)) return { code: 'not_a_value' }
  if (point.choices.length > 0)
    return point.choices.some((choice) => choice.value === value) ? null : { code: 'not_a_value' }
  const limit = (side: DataPoint['min']) => (side !== null && typeof side === 'object' ? present(side.point) : side)
  const max = limit(point.max)
  if (typeof max === 'number' && value > max) return { code: 'above_max', details: { max } }
  const min = limit(point.min)
  if (typeof min === 'number' && value < min) return { code: 'below_min', details: { min } }
  if (point.step !== null) {
    // Counted from the lower limit; a tolerance, because 0.1 steps are not exact in binary.
    const steps = (value - (typeof min === 'number' ? min : 0)) / point.step
    if (Math.abs(steps - Math.round(steps)) > 1e-6) return { code: 'off_step', details: { step: point.step } }
  }
  return null
}
