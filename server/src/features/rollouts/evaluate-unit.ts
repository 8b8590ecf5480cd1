import { checkControl } from '@heatfleet/contract/controls/controls.ts'
import type { PreviewOutcome } from '@heatfleet/contract/rollouts/preview.ts'
import { seesPoint } from '../../audience.ts'
import type { Caller } from '../../caller.ts'
import { unpackLatestBlocks } from '../../ingest/latest-blocks.ts'
import type { RequestedValue } from '../controls/public.ts'
import type { Layout } from '../products/public.ts'
import type { UnitNow } from './store-devices.ts'

/** What settings would do to a unit now. `values` = the present value of each point; `changes` = those to be written. */
type UnitOutcome = {
  outcome: PreviewOutcome
  /** Why it cannot be written. */
  reason: string | null
  values: { key: string; old_value: number | null }[]
  changes: RequestedValue[]
}

/** Read values carry the rounding of their formula: 0.1 steps are not exact in binary. */
const isEqual = (present: number | null, value: number): boolean =>
  present !== null && Math.abs(present - value) <= 1e-6 * Math.max(1, Math.abs(value))

/**
 * By the rules of a single command: the owner's consent, the point, its limits. Null as layout = the product has no
 * published version.
 */
export const evaluateUnit = (
  layout: Layout | null,
  caller: Pick<Caller, 'agent_id' | 'permissions'>,
  unit: UnitNow,
  product_key: string,
  points: readonly RequestedValue[],
): UnitOutcome => {
  const present = layout === null ? {} : presentValues(layout, unit, points)
  const values = points.map(({ key }) => ({ key, old_value: present[key] ?? null }))
  const changes = points.filter(({ key, value }) => !isEqual(present[key] ?? null, value))
  const refused = refusalOf(layout, caller, unit, product_key, points, present)
  if (refused !== null) return { outcome: 'not_writable', reason: refused, values, changes: [] }
  // Before equality: the last value of a unit that is off line may be old.
  if (unit.online !== true) return { outcome: 'offline', reason: null, values, changes }
  return { outcome: changes.length === 0 ? 'equal' : 'change', reason: null, values, changes }
}

const presentValues = (
  layout: Layout,
  { latest_blocks }: UnitNow,
  points: readonly RequestedValue[],
): Record<string, number> => {
  if (latest_blocks === null) return {}
  const keys = new Set(points.map(({ key }) => key))
  // Limits that are the value of another point.
  for (const { key } of points)
    for (const limit of [layout.byKey.get(key)?.min, layout.byKey.get(key)?.max])
      if (limit !== null && typeof limit === 'object') keys.add(limit.point)
  const known = [...keys].filter((key) => layout.byKey.has(key))
  const decoded = layout.decoderOf(known).decode(unpackLatestBlocks(latest_blocks).map(({ block }) => block))
  return Object.fromEntries(Object.entries(decoded).filter(([, value]) => Number.isFinite(value)))
}

const refusalOf = (
  layout: Layout | null,
  caller: Pick<Caller, 'agent_id' | 'permissions'>,
  unit: UnitNow,
  product_key: string,
  points: readonly RequestedValue[],
  present: Readonly<Record<string, number>>,
): string | null => {
  if (unit.product_key !== product_key) return 'other_product'
  if (unit.remote_consent === 'missing') return 'owner_consent_missing'
  const after: Record<string, number> = { ...present, ...Object.fromEntries(points.map((one) => [one.key, one.value])) }
  for (const { key, value } of points) {
    const point = layout?.byKey.get(key)
    if (point === undefined || !seesPoint(caller, point)) return 'point_not_writable'
    const problem = checkControl(point, value, (other) => after[other], unit)
    if (problem !== null) return problem.code
    if (point.level === 'installer' && !caller.permissions.has('device:control-installer')) return 'no_permission'
  }
  return null
}
