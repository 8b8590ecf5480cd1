import type { HealthReason } from '@heatfleet/contract/device-days/health.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

/** What a unit's health is told by; null = not known. */
export type HealthFacts = {
  online: boolean
  last_offline_ms: number | null
  bus_lost: boolean
  unrecognized: boolean
  /** Alarms that hold. */
  critical: number
  major: number
  sim_ends_ms: number | null
  /** By daily figures, as they were found last. */
  day_reasons: readonly HealthReason[]
}

/** Facts of a unit of the scope. */
export const findHealthFacts = async (
  db: Kysely<Tables>,
  scope: Scope,
  mac: string,
): Promise<HealthFacts | undefined> => {
  const { rows } = await sql<HealthFacts>`
    select coalesce(s.online, false) as online,
      (extract(epoch from s.last_offline_at) * 1000)::float8 as last_offline_ms,
      coalesce(s.bus_status = 'lost', false) as bus_lost,
      devices.identify_status = 'unrecognized' as unrecognized,
      held.critical, held.major,
      (select (extract(epoch from min(expires_at)) * 1000)::float8 from iccids
        where iccids.device_id = devices.device_id and iccids.status <> 'cancelled') as sim_ends_ms,
      array(select reason from device_day_reasons where device_day_reasons.device_id = devices.device_id) as day_reasons
    from devices
      left join device_status s on s.device_id = devices.device_id
      cross join lateral (
        select count(*) filter (where severity = 'critical')::int as critical, count(*) filter (where severity = 'major')::int as major
        from alarms where alarms.device_id = devices.device_id and alarms.recovered_at is null) held
    where devices.mac = ${mac} and ${withinScope(scope, 'devices')}`.execute(db)
  return rows[0]
}
