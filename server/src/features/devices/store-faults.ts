import type { Words } from '@heatfleet/contract/products/points.ts'
import type { AlarmDefault, FaultSeverity } from '@heatfleet/contract/products/settings.ts'
import { type Kysely, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** What a product version says of its faults: how each point weighs, and the entries its codes are found in. */
export type FaultWords = {
  alarm_defaults: AlarmDefault[]
  /** An own entry goes before a built-in one, then the first set that has the code, as in the gateway (ingest/layouts). */
  known: { code: string; severity: FaultSeverity; names: Words }[]
}

/** The faults of a published version as the knowledge base has them now; no scope: a visible unit implies its visible product. */
export const readFaultWords = async (db: Db, layout_id: number): Promise<FaultWords> => {
  const { rows } = await sql<FaultWords>`
    select v.settings -> 'alarm_defaults' as alarm_defaults,
      coalesce((select jsonb_agg(to_jsonb(first_of_each)) from (
        select distinct on (f.code) f.code, f.severity, f.names
        from jsonb_array_elements_text(v.settings -> 'fault_sets') with ordinality as sets (set_name, place)
        join fault_codes f using (set_name)
        order by f.code, f.built_in, place) first_of_each), '[]') as known
    from product_versions v where v.layout_id = ${layout_id}`.execute(db)
  return rows[0] ?? { alarm_defaults: [], known: [] }
}

/** When each of these alarms of a unit of the scope was raised last, by its key; one longer ago than events are kept is left out. */
export const findRaisedAt = async (
  db: Db,
  scope: Scope,
  mac: string,
  keys: readonly string[],
): Promise<Map<string, Date>> => {
  const { rows } = await sql<{ key: string; at: Date }>`
    select told.key, max(e.at) as at
    from device_events e
    join devices on devices.device_id = e.device_id
    cross join lateral jsonb_array_elements_text(e.detail -> 'keys') as told (key)
    where e.kind = 'alarm' and devices.mac = ${mac} and ${withinScope(scope, 'devices')}
      and told.key = any(${[...keys]}::text[])
    group by told.key`.execute(db)
  return new Map(rows.map(({ key, at }) => [key, at]))
}
