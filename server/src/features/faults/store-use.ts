import type { FaultUse } from '@heatfleet/contract/faults/use.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/**
 * The entry each product uses for these codes: an own entry before a built-in one, then the first of its sets, as in the
 * gateway (ingest/layouts.ts).
 */
const usedCodes = (fault_ids: readonly number[]) => sql`
  select product_key, code, fault_id from (
    select distinct on (p.product_key, f.code) p.product_key, f.code, f.fault_id
    from products p join product_versions v on v.layout_id = p.layout_id
    cross join lateral jsonb_array_elements_text(v.settings -> 'fault_sets') with ordinality as sets (set_name, place)
    join fault_codes f on f.set_name = sets.set_name
    where f.code in (select code from fault_codes where fault_id = any(${[...fault_ids]}::int[]))
    order by p.product_key, f.code, f.built_in, sets.place
  ) first_of_each where fault_id = any(${[...fault_ids]}::int[])`

/** Alarms of devices in scope since a time, each with the entry that its product uses for the code. */
const alarmsOf = (scope: Scope, fault_ids: readonly number[], since: Date) => sql`
  from device_events e
  join devices on devices.device_id = e.device_id
  cross join lateral jsonb_array_elements_text(e.detail -> 'codes') as told (code)
  join (${usedCodes(fault_ids)}) used on used.product_key = devices.product_key and used.code = told.code
  where e.kind = 'alarm' and e.at > ${since} and ${withinScope(scope, 'devices')}`

/** Number of alarms and devices in scope for each of these codes; codes without an alarm are left out. */
export const countAlarms = async (db: Db, scope: Scope, fault_ids: readonly number[], since: Date) => {
  const { rows } = await sql<Pick<FaultUse, 'fault_id' | 'times' | 'devices'>>`
    select used.fault_id, count(*)::int as times, count(distinct e.device_id)::int as devices
    ${alarmsOf(scope, fault_ids, since)} group by used.fault_id`.execute(db)
  return rows
}

/** Products, without drafts on trial, that use these entries; by name. */
export const listUsers = async (db: Db, fault_ids: readonly number[]) => {
  const { rows } = await sql<FaultUse['products'][number] & { fault_id: number }>`
    select used.fault_id, p.product_key, p.name, p.english_name
    from (${usedCodes(fault_ids)}) used join products p on p.product_key = used.product_key
    where p.trial_of is null order by p.name`.execute(db)
  return rows
}

/** Devices of the scope that raised the code since a time, the latest first. */
export const listRaisers = async (db: Db, scope: Scope, fault_id: number, since: Date, limit: number) => {
  const { rows } = await sql<{ mac: string; device_name: string; times: number; last_at: Date }>`
    select devices.mac, devices.device_name, count(*)::int as times, max(e.at) as last_at
    ${alarmsOf(scope, [fault_id], since)}
    group by devices.mac, devices.device_name order by last_at desc limit ${limit}`.execute(db)
  return rows
}
