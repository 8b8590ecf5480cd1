import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import type { FleetEvent } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import { CONTROL_STATES, isFinal } from '@heatfleet/contract/transitions.ts'
import { type Kysely, sql } from 'kysely'
import { devicesUnder, pathRange, type Scope, withinScope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'
import { ALARM_NOT_VIRTUAL, NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import type { FleetPlace } from '../devices/public.ts'

type Row = Pick<FleetEvent, 'event_id' | 'kind' | 'outcome' | 'province'> & {
  at: Date
  type: AlarmType | null
  codes: string[]
  severity: Severity | null
  mac: string
  product_name: string
  product_english_name: string
  agent_name: string | null
}

/** Commands that are looked through: those of a batch or a form are one event of each unit. */
const COMMANDS_PER_EVENT = 5

const OPEN_COMMANDS = CONTROL_STATES.filter((state) => !isFinal(state))

/**
 * What happened since a time, the latest first: alarms raised and connections lost, and at most as many connections that came back,
 * settings and upgrades, so that a large fleet's come and go leaves its alarms to be seen. A connection that stays lost is told once,
 * when it is lost.
 */
export const listEvents = async (
  db: Kysely<Tables>,
  scope: Scope,
  { path, product_key }: FleetPlace,
  since: Date,
  limit: number,
): Promise<Row[]> => {
  const here = sql`${NOT_VIRTUAL} and ${withinScope(scope, 'devices')}
    and ${path === null ? sql`true` : devicesUnder(path)}
    and ${product_key === null ? sql`true` : sql`devices.product_key = ${product_key}`}`
  const raised = sql`
    select 'alarm-' || alarms.alarm_id as event_id, alarms.first_at as at, 'alarm' as kind, alarms.type,
      array_remove(array[alarms.code], null) as codes, alarms.severity, null as outcome, alarms.device_id
    from alarms
    where alarms.first_at >= ${since} and alarms.type <> 'offline' and ${ALARM_NOT_VIRTUAL} and ${alarmsWithin(scope, 'alarms')}
      and ${path === null ? sql`true` : pathRange('alarms.agent_path', path)}
      and ${product_key === null ? sql`true` : sql`alarms.product_key = ${product_key}`}
    order by alarms.first_at desc, alarms.alarm_id desc limit ${limit}`
  const connections = (kind: 'online' | 'offline') => sql`
    select 'event-' || device_events.event_id as event_id, device_events.at as at, device_events.kind as kind, null as type,
      '{}'::text[] as codes, null as severity, null as outcome, device_events.device_id as device_id
    from device_events join devices on devices.device_id = device_events.device_id
    where device_events.kind = ${kind} and device_events.at >= ${since} and ${here}
    order by device_events.at desc, device_events.event_id desc limit ${limit}`
  const set = sql`
    select 'control-' || control_id as event_id, control_time as at, 'control' as kind, null as type, '{}'::text[] as codes,
      null as severity, case when state = 'verified' then 'ok' when state = any(${OPEN_COMMANDS}) then 'pending' else 'failed' end as outcome,
      device_id
    from (
      select distinct on (device_id, minute) * from (
        select control_log.control_id, control_log.control_time, control_log.state, control_log.device_id,
          date_trunc('minute', control_log.control_time) as minute
        from control_log join devices on devices.device_id = control_log.device_id
        where control_log.control_time >= ${since} and ${here}
        order by control_log.control_time desc limit ${limit * COMMANDS_PER_EVENT}) newest
      order by device_id, minute, control_time desc) one_a_minute
    order by control_time desc limit ${limit}`
  // Upgrades that ended by their end, those that go on by their beginning: each has an index.
  const upgrades = (ended: boolean) => {
    const at = ended ? sql`upgrades.finished_at` : sql`upgrades.created_at`
    return sql`
      select 'upgrade-' || upgrades.upgrade_id || ${ended ? '-end' : ''} as event_id, ${at} as at, 'upgrade' as kind, null as type,
        array[firmware.software_version] as codes, null as severity,
        case when upgrades.state = 'success' then 'ok' when upgrades.finished_at is null then 'pending' else 'failed' end as outcome,
        upgrades.device_id as device_id
      from upgrades join devices on devices.device_id = upgrades.device_id
        join firmware on firmware.firmware_id = upgrades.firmware_id
      where ${at} >= ${since} and upgrades.state <> 'cancelled'
        and ${ended ? sql`true` : sql`upgrades.finished_at is null`} and ${here}
      order by ${at} desc limit ${limit}`
  }
  const { rows } = await sql<Row>`
    with wrong as (
      select * from ((${raised}) union all (${connections('offline')})) events order by at desc, event_id desc limit ${limit}),
    other as (
      select * from ((${connections('online')}) union all (${set}) union all (${upgrades(true)}) union all (${upgrades(false)})) events
      order by at desc, event_id desc limit ${limit})
    select events.event_id, events.at, events.kind, events.type, events.codes, events.severity, events.outcome,
      devices.mac, products.name as product_name, products.english_name as product_english_name, distributors.agent_name,
      case when distributors.country = 'CN' and length(distributors.region_code) >= 2
        then left(distributors.region_code, 2) || '0000' end as province
    from (select * from wrong union all select * from other) events join devices on devices.device_id = events.device_id
      join products on products.product_key = devices.product_key
      left join distributors on distributors.agent_id = devices.agent_id
    order by events.at desc, events.event_id desc`.execute(db)
  return rows
}
