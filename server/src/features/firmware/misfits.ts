import { misfitOf } from '@heatfleet/contract/firmware/fitting.ts'
import type { AppContext } from '../../app-context.ts'
import { EVERYTHING } from '../../platform/scope.ts'
import type { RolloutRow } from '../rollouts/public.ts'
import { findFirmware } from './store.ts'
import { listVersions } from './store-upgrades.ts'

/** Units whose versions are read at a time. */
const SLICE = 1_000

/**
 * Units of a campaign that its firmware does not fit. Their waves are planned by it, nothing else: each unit is looked at
 * again when its turn comes.
 */
export const createMisfitList =
  ({ database: { db } }: Pick<AppContext, 'database'>) =>
  async ({ firmware_id, settings }: RolloutRow, device_ids: readonly number[]): Promise<ReadonlySet<number>> => {
    const misfits = new Set<number>()
    const firmware = firmware_id === null ? undefined : await findFirmware(db, EVERYTHING, firmware_id)
    if (firmware === undefined) return misfits
    for (let at = 0; at < device_ids.length; at += SLICE)
      for (const unit of await listVersions(db, EVERYTHING, device_ids.slice(at, at + SLICE)))
        if (unit.replaced_at !== null || misfitOf(firmware, unit, settings.upgrade?.from_versions) !== null)
          misfits.add(unit.device_id)
    return misfits
  }
