import { DeviceFilter } from '@heatfleet/contract/devices/devices.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { RolloutTarget } from '@heatfleet/contract/rollouts/rollout.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import { askedBy, findGroupOf, listDevicesAfter } from '../devices/public.ts'
import { listIdsOf } from './store-devices.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

/**
 * Ids of the units of the product that a target names now, in the order of their macs; those named one by one also of
 * another product, so that a preview says so. A device group has the members of
 * this moment. Refuses with `rollout_too_large` and `device_group_not_found`.
 */
export const listTargets = async (
  { database, clock }: Deps,
  caller: Caller,
  product_key: string,
  target: RolloutTarget,
): Promise<number[]> => {
  if (target.by === 'macs') return listIdsOf(database.db, caller.scope, target.macs)
  const max = LIMITS.rollout_devices_max
  const query = {
    ...askedBy(caller),
    filter: { ...target.filter, product_key },
    group: await findGroupOf(database.db, caller, target.filter),
    now: new Date(clock.now()),
  }
  const ids: number[] = []
  let after: string | null = null
  do {
    const rows = await listDevicesAfter(database, caller.scope, query, after, LIMITS.page_size_max)
    ids.push(...rows.map(({ device_id }) => device_id))
    if (ids.length > max) throw new Refusal('rollout_too_large', { details: { max } })
    after = rows.length < LIMITS.page_size_max ? null : (rows.at(-1)?.mac ?? null)
  } while (after !== null)
  return ids
}

/** Units of a test group, of the product that is upgraded: they belong to the campaign. */
export const listTestUnits = (
  deps: Deps,
  caller: Caller,
  { product_key }: { product_key: string },
  group_id: number,
): Promise<number[]> =>
  listTargets(deps, caller, product_key, { by: 'filter', filter: DeviceFilter.parse({ group_id }) })

/** A campaign to many units begins with a test group. */
export const checkTested = (units: number, test_group: object | null): void => {
  const max = LIMITS.campaign_untested_max
  if (units > max && test_group === null)
    throw new Refusal('campaign_test_needed', { field: 'test_group_id', details: { max } })
}
