import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import { type Kysely, sql } from 'kysely'
import { devicesUnder, pathRange, type Scope, withinScope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'
import { ALARM_NOT_VIRTUAL, NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import type { FleetPlace } from '../devices/public.ts'

type Row = {
  event_id: string
  at: Date
  kind: 'alarm' | 'offline'
  type: AlarmType | null
  codes: string[]
  severity: Severity | null
  mac: string
  product_name: string
  product_english_name: string
  agent_name: string | null
}

/** Alarms raised and connections lost since a time, the latest first. A connection that stays lost is told once, when it is lost. */
export const listEvents = async (
  db: Kysely<Tables>,
  scope: Scope,
  { path, product_key }: FleetPlace,
  since: Date,
  limit: number,
): Promise<Row[]> => {
  const raised = sql`
    select 'alarm-' || alarms.alarm_id as event_id, alarms.first_at as at, 'alarm' as kind, alarms.type,
      array_remove(array[alarms.code], null) as codes, alarms.severity, alarms.device_id
    from alarms
    where alarms.first_at >= ${since} and alarms.type <> 'offline' and ${ALARM_NOT_VIRTUAL} and ${alarmsWithin(scope, 'alarms')}
      and ${path === null ? sql`true` : pathRange('alarms.agent_path', path)}
      and ${product_key === null ? sql`true` : sql`alarms.product_key = ${product_key}`}
    order by alarms.first_at desc, alarms.alarm_id desc limit ${limit}`
  const lost = sql`
    select 'event-' || device_events.event_id, device_events.at, 'offline', null, '{}'::text[], null, device_events.device_id
    from device_events join devices on devices.device_id = device_events.device_id
    where device_events.kind = 'offline' and device_events.at >= ${since} and ${NOT_VIRTUAL} and ${withinScope(scope, 'devices')}
      and ${path === null ? sql`true` : devicesUnder(path)}
      and ${product_key === null ? sql`true` : sql`devices.product_key = ${product_key}`}
    order by device_events.at desc, device_events.event_id desc limit ${limit}`
  const { rows } = await sql<Row>`
    select events.event_id, events.at, events.kind, events.type, events.codes, events.severity,
      devices.mac, products.name as product_name, products.english_name as product_english_name, distributors.agent_name
    from ((${raised}) union all (${lost})) events join devices on devices.device_id = events.device_id
      join products on products.product_key = devices.product_key
      left join distributors on distributors.agent_id = devices.agent_id
    order by events.at desc, events.event_id desc limit ${limit}`.execute(db)
  return rows
}
