import type { Severity } from '@heatfleet/contract/preferences.ts'
import { type Kysely, sql } from 'kysely'
import { devicesUnder, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import type { FleetPlace } from '../devices/public.ts'

type Row = {
  event_id: string
  at: Date
  kind: 'alarm' | 'offline'
  codes: string[]
  severity: Severity | null
  mac: string
  product_name: string
  product_english_name: string
  agent_name: string | null
}

/** Alarms raised and connections lost since a time, the latest first. */
export const listEvents = async (
  db: Kysely<Tables>,
  scope: Scope,
  { path, product_key }: FleetPlace,
  since: Date,
  limit: number,
): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select device_events.event_id::text, device_events.at, device_events.kind,
      coalesce(device_events.detail -> 'codes', '[]') as codes, device_events.detail ->> 'severity' as severity,
      devices.mac, products.name as product_name, products.english_name as product_english_name, distributors.agent_name
    from device_events join devices on devices.device_id = device_events.device_id
      join products on products.product_key = devices.product_key
      left join distributors on distributors.agent_id = devices.agent_id
    where device_events.kind in ('offline', 'alarm') and device_events.at >= ${since}
      and ${NOT_VIRTUAL} and ${withinScope(scope, 'devices')}
      and ${path === null ? sql`true` : devicesUnder(path)}
      and ${product_key === null ? sql`true` : sql`devices.product_key = ${product_key}`}
    order by device_events.at desc, device_events.event_id desc limit ${limit}`.execute(db)
  return rows
}
