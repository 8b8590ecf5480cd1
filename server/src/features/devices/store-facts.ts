import type { HealthReason } from '@heatfleet/contract/device-days/health.ts'
import type { Fitting, UnitVersions } from '@heatfleet/contract/firmware/fitting.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

type FactsRow = UnitVersions & {
  mac: string
  /** Reasons that lower its health, the heaviest first. */
  reasons: HealthReason[]
  bound_users: number
  sim_ends_at: Date | null
}

/** What columns of the list show beside its rows, of units of the scope: each looked up by an index of the unit. */
export const listFacts = async (db: Db, scope: Scope, macs: readonly string[]): Promise<FactsRow[]> => {
  const { rows } = await sql<FactsRow>`
    select devices.mac, devices.product_key, devices.module_type, devices.module_version, devices.hardware_version,
      devices.software_version, coalesce(device_health.reasons, '{}') as reasons,
      (select count(*)::int from bindings where bindings.device_id = devices.device_id) as bound_users,
      (select min(expires_at) from iccids
        where iccids.device_id = devices.device_id and iccids.status <> 'cancelled') as sim_ends_at
    from devices left join device_health on device_health.device_id = devices.device_id
    where devices.mac = any(${[...macs]}) and ${withinScope(scope, 'devices')}
    order by devices.mac`.execute(db)
  return rows
}

type Enabled = Fitting & { firmware_id: number; name: string }

/** Enabled firmware of products, the newest version first. */
export const listEnabledFirmware = async (db: Db, product_keys: readonly string[]): Promise<Enabled[]> =>
  product_keys.length === 0
    ? []
    : db
        .selectFrom('firmware')
        .select(['firmware_id', 'name', 'product_key', 'module', 'hardware_version'])
        .select(['software_version', 'min_software_version'])
        .where('product_key', 'in', [...product_keys])
        .where('enabled', '=', true)
        .where('deleted_at', 'is', null)
        .orderBy('version_key', 'desc')
        .limit(LIMITS.page_size_max)
        .execute()
