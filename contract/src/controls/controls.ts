import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { Paging, pageOf } from '../paging.ts'
import { type DataPoint, Words } from '../products/points.ts'
import { CONTROL_STATES } from '../transitions.ts'

/** Where a setting came from: a person at the console, a program, or a rollout. */
export const CONTROL_SOURCES = ['console', 'api', 'rollout'] as const
export type ControlSource = (typeof CONTROL_SOURCES)[number]

/** One line of the control log (spec 3): who set what, from what, and what came of it. Append-only. */
export const ControlLogRow = z.object({
  control_id: z.number().int(),
  mac: z.string(),
  device_name: z.string(),
  operator_name: z.string(),
  operator_email: z.string(),
  operator_phone: z.string(),
  control_time: z.iso.datetime(),
  finish_time: z.iso.datetime().nullable(),
  source: z.enum(CONTROL_SOURCES),
  point_key: z.string(),
  names: Words,
  address: z.number().int(),
  unit: z.string(),
  old_value: z.number().nullable(),
  new_value: z.number(),
  read_back: z.number().nullable(),
  state: z.enum(CONTROL_STATES),
  /** Why it failed, a code: the module's ack state or ours; null otherwise. */
  reason: z.string().nullable(),
  /** Raw words as written to the bus, hex. */
  control_data: z.string(),
})
export type ControlLogRow = z.infer<typeof ControlLogRow>

export const controls = endpoints({
  controlLog: {
    method: 'POST',
    path: '/event/control-log',
    kind: 'read',
    of: 'control',
    needs: 'controllog:view',
    about: { list: 'device' },
    query: Paging,
    body: z
      .object({
        macs: z.array(DeviceId).max(500).optional(),
        operator: z.string().trim().max(100).optional(),
        point_key: z.string().max(40).optional(),
        state: z.enum(CONTROL_STATES).optional(),
        from: z.iso.datetime().optional(),
        to: z.iso.datetime().optional(),
      })
      .default({}),
    result: pageOf(ControlLogRow),
    fails: [],
    says: 'What people set on devices in scope, newest first, with old value, new value and read-back.',
    example: { list: [], total: 0, pageNo: 1, size: 999 },
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
