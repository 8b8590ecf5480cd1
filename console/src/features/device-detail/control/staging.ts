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

/** Staged values by point key: set but not sent; NaN = an emptied field. */
export type Staged = ReadonlyMap<string, number>

/** One row of the review: old value, new value, and why it cannot be sent. */
type ReviewRow = {
  point: DataPoint
  old_value: number | null
  new_value: number
  problem: ControlProblem | null
}

/** Why there is nothing to review yet: no staged value could be sent. */
export const isAllInvalid = (rows: readonly ReviewRow[]): boolean =>
  rows.length > 0 && rows.every(({ problem }) => problem !== null)

/** Stages a value; one that equals the current value is removed instead. */
export const stage = (staged: Staged, key: string, value: number, current: number | undefined): Staged => {
  const next = new Map(staged)
  if (value === current) next.delete(key)
  else next.set(key, value)
  return next
}

/** Values of a template that can be staged on this device, and how many are locked or no longer exist. */
export const templateSteps = (
  { values }: Pick<ControlTemplate, 'values'>,
  definition: Definition,
  access: ControlAccess,
): { steps: ControlTemplate['values']; skipped: number } => {
  const steps = values.filter(({ key }) => {
    const point = definition.get(key)
    return point !== undefined && lockOf(point, access) === null
  })
  return { steps, skipped: values.length - steps.length }
}

export const unstage = (staged: Staged, key: string): Staged => {
  const next = new Map(staged)
  next.delete(key)
  return next
}

/**
 * The review in the order of the definition. Limits given by another point use its staged value: a limit and the value
 * under it can be raised together.
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

/** Why the review cannot be sent; null when it can. */
export const blocked = (rows: readonly ReviewRow[]): 'empty' | 'problems' | 'too_many' | null => {
  if (rows.length === 0) return 'empty'
  if (rows.length > LIMITS.control_points_max) return 'too_many'
  return rows.some((row) => row.problem !== null) ? 'problems' : null
}

/** Why no setting of a device can be changed, by priority. */
type DeviceLock = 'no_permission' | 'no_consent' | 'offline' | 'bus_lost'
/** Why a single control is locked. */
type Locked = DeviceLock | 'installer_only' | 'untried'

/** Device, permissions and consent that decide what can be changed. */
export type ControlAccess = ControlledUnit & {
  online_status: 'online' | 'offline' | 'never'
  bus_status: 'ok' | 'lost' | 'unknown'
  remote_consent: RemoteConsent
  may_control: boolean
  may_control_installer: boolean
}

/**
 * Decides whether settings can be changed, by permission first: a missing permission or consent does not return with
 * the network.
 */
export const deviceLockOf = (access: ControlAccess): DeviceLock | null => {
  if (!access.may_control) return 'no_permission'
  if (access.remote_consent === 'missing') return 'no_consent'
  if (access.online_status !== 'online') return 'offline'
  return access.bus_status === 'lost' ? 'bus_lost' : null
}

/** Decides whether a point can be changed; permanent reasons take precedence over temporary ones. */
export const lockOf = (point: DataPoint, access: ControlAccess): Locked | null => {
  if (!access.may_control) return 'no_permission'
  if (point.level === 'installer' && !access.may_control_installer) return 'installer_only'
  return isTriedFor(point, access) ? deviceLockOf(access) : 'untried'
}
