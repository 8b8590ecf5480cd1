import { HEALTH_WEIGHTS } from '@heatfleet/contract/device-days/health.ts'
import { FIRMWARE_MODULES } from '@heatfleet/contract/device-protocol/ota-messages.ts'
import type { DeviceRowFacts } from '@heatfleet/contract/devices/row-facts.ts'
import { misfitOf } from '@heatfleet/contract/firmware/fitting.ts'
import type { Kysely } from 'kysely'
import type { Caller } from '../../caller.ts'
import type { Tables } from '../../platform/tables.ts'
import { listEnabledFirmware, listFacts } from './store-facts.ts'

/** Health, bound users, end of the SIM card and next firmware of units in scope: each as far as the caller may see it. */
export const readRowFacts = async (
  db: Kysely<Tables>,
  { scope, permissions }: Pick<Caller, 'scope' | 'permissions'>,
  macs: readonly string[],
): Promise<DeviceRowFacts[]> => {
  const sees_cards = permissions.has('iccid:view')
  const rows = await listFacts(db, scope, macs)
  const firmware = permissions.has('ota:view')
    ? await listEnabledFirmware(db, [...new Set(rows.map(({ product_key }) => product_key))])
    : []
  return rows.map(({ mac, reasons, bound_users, sim_ends_at, ...unit }) => {
    const seen = reasons.filter((reason) => sees_cards || reason !== 'sim_ends')
    const weighed = seen.map((reason) => ({ reason, weight: HEALTH_WEIGHTS[reason] }))
    const fitting = firmware.filter((one) => misfitOf(one, unit) === null)
    return {
      mac,
      health: { score: Math.max(0, 100 - weighed.reduce((sum, { weight }) => sum + weight, 0)), reasons: weighed },
      bound_users: permissions.has('binding:view') ? bound_users : null,
      sim_end: sees_cards ? (sim_ends_at?.toISOString() ?? null) : null,
      firmware_target: FIRMWARE_MODULES.flatMap((module) => {
        const newest = fitting.find((one) => one.module === module)
        if (newest === undefined) return []
        const { firmware_id, name, software_version } = newest
        return [{ firmware_id, module, name, software_version }]
      }),
    }
  })
}
