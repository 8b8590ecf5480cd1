import {
  type ControlledUnit,
  type ControlProblem,
  checkControl,
  isTriedFor,
} from '@heatfleet/contract/controls/controls.ts'
import type { RemoteConsent } from '@heatfleet/contract/devices/devices.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ControlTemplate } from '@heatfleet/contract/products/settings.ts'
import type { Definition, Readings } from '../../../points/readings.ts'

/** Values a person wants to set and has not sent yet, by point key; NaN = a field left empty. */
export type Staged = ReadonlyMap<string, number>

/** One line of the review: what it is, what it will be, and why it may not be sent. */
export type ReviewRow = {
  point: DataPoint
  old_value: number | null
  new_value: number
  problem: ControlProblem | null
}

/** Stages a value; what equals the present value is no change and leaves the stage. */
export const stage = (staged: Staged, key: string, value: number, present: number | undefined): Staged => {
  const next = new Map(staged)
  if (value === present) next.delete(key)
  else next.set(key, value)
  return next
}

/** What of a template may be staged on this unit, and how many of its settings may not be touched here or are gone. */
export const templateSteps = (
  { values }: Pick<ControlTemplate, 'values'>,
  definition: Definition,
  authority: Authority,
): { steps: ControlTemplate['values']; left_out: number } => {
  const steps = values.filter(({ key }) => {
    const point = definition.get(key)
    return point !== undefined && lockOf(point, authority) === null
  })
  return { steps, left_out: values.length - steps.length }
}

/** Takes one value off the stage. */
export const unstage = (staged: Staged, key: string): Staged => {
  const next = new Map(staged)
  next.delete(key)
  return next
}

/**
 * The review in the order of the definition. Limits that are the value of another point see staged values first: whoever
 * raises a limit and the value under it in one go means both.
 */
export const review = (
  staged: Staged,
  definition: Definition,
  readings: Readings,
  unit: ControlledUnit,
): ReviewRow[] => {
  const rows: ReviewRow[] = []
  for (const point of definition.values()) {
    const new_value = staged.get(point.key)
    if (new_value === undefined) continue
    rows.push({
      point,
      old_value: readings.get(point.key)?.value ?? null,
      new_value,
      problem: checkControl(point, new_value, (key) => staged.get(key) ?? readings.get(key)?.value, unit),
    })
  }
  return rows
}

/** Why the review may not be sent as a whole; null when it may. */
export const blocked = (rows: readonly ReviewRow[]): 'empty' | 'problems' | 'too_many' | null => {
  if (rows.length === 0) return 'empty'
  if (rows.length > LIMITS.control_points_max) return 'too_many'
  return rows.some((row) => row.problem !== null) ? 'problems' : null
}

/** Why nothing of a unit is to be touched now; the first that applies is told. */
export type UnitLock = 'no_permission' | 'no_consent' | 'offline' | 'bus_lost'
/** The same of one control. */
export type Locked = UnitLock | 'installer_only' | 'untried'

/** Who and what stands behind a control. */
export type Authority = ControlledUnit & {
  online_status: 'online' | 'offline' | 'never'
  bus_status: 'ok' | 'lost' | 'unknown'
  remote_consent: RemoteConsent
  may_control: boolean
  may_control_installer: boolean
}

/** Decides whether anything may be set now, by permission first: a right, or a consent, that is missing does not come back with the network. */
export const unitLockOf = (authority: Authority): UnitLock | null => {
  if (!authority.may_control) return 'no_permission'
  if (authority.remote_consent === 'missing') return 'no_consent'
  if (authority.online_status !== 'online') return 'offline'
  return authority.bus_status === 'lost' ? 'bus_lost' : null
}

/** Decides whether a point may be set now: what waiting does not change is told first. */
export const lockOf = (point: DataPoint, authority: Authority): Locked | null => {
  if (!authority.may_control) return 'no_permission'
  if (point.level === 'installer' && !authority.may_control_installer) return 'installer_only'
  return isTriedFor(point, authority) ? unitLockOf(authority) : 'untried'
}
