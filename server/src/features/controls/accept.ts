import { checkControl } from '@heatfleet/contract/controls.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Caller } from '../../caller.ts'
import type { World } from '../../world.ts'
import { findDevice, latestValues, layoutIdOf } from '../devices/public.ts'
import type { Layouts } from '../products/public.ts'
import { insertControls } from './store.ts'

type Deps = Pick<World, 'database' | 'clock' | 'bus'> & { layouts: Layouts }

/** One point of an accepted command, as the asking console is told at once. */
export type AcceptedControl = { control_id: number; key: string; old_value: number | null; new_value: number }

/**
 * Takes a control command: the device must be in scope and online, the right must be held (installer settings want their
 * own), and every value must pass the same rule as on the form, against the device's present values. All points or
 * none. `registered` is told the numbers before the gateway is, so that no early answer misses its console.
 */
export const acceptControl = async (
  { database: { db }, clock, bus, layouts }: Deps,
  caller: Caller,
  mac: string,
  points: readonly { key: string; value: number }[],
  registered: (accepted: AcceptedControl[], device_id: number) => void = () => {},
): Promise<AcceptedControl[]> => {
  if (!caller.permissions.has('device:control')) throw new Refusal('no_permission')
  const row = await findDevice(db, caller.scope, caller.uid, mac)
  const layout_id = row === null ? null : layoutIdOf(row)
  const layout = layout_id === null ? null : await layouts.find(layout_id)
  if (row === null || layout === null) throw new Refusal('device_not_found')
  if (row.online_status !== 'online') throw new Refusal('device_offline')
  const present = new Map(latestValues(layout, row.latest_blocks).map(({ key, value }) => [key, value]))
  // A limit may be another point that the same command sets.
  const wanted = new Map(points.map(({ key, value }) => [key, value]))
  if (wanted.size !== points.length) throw new Refusal('invalid_input', { details: { rule: 'no_duplicates' } })
  for (const { key, value } of points) {
    const point = layout.byKey.get(key)
    if (point === undefined) throw new Refusal('point_not_writable', { field: key })
    if (point.level === 'installer' && !caller.permissions.has('device:control-installer'))
      throw new Refusal('no_permission', { field: key })
    const problem = checkControl(point, value, (other) => wanted.get(other) ?? present.get(other))
    if (problem !== null)
      throw new Refusal(problem.code, {
        field: key,
        ...(problem.details === undefined ? {} : { details: problem.details }),
      })
  }
  const now_ms = clock.now()
  const controls = points.map(({ key, value }) => ({
    point_key: key,
    old_value: present.get(key) ?? null,
    new_value: value,
  }))
  const control_ids = await insertControls(
    db,
    {
      device_id: row.device_id,
      layout_id: layout.layout_id,
      uid: caller.uid,
      control_time: new Date(now_ms),
      expires_at: new Date(now_ms + LIMITS.command_expiry_ms),
    },
    controls,
  )
  const accepted = controls.flatMap(({ point_key, old_value, new_value }, at) => {
    const control_id = control_ids[at]
    return control_id === undefined ? [] : [{ control_id, key: point_key, old_value, new_value }]
  })
  registered(accepted, row.device_id)
  bus.tell({ kind: 'controls_queued', control_ids })
  return accepted
}
