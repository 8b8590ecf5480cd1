import type { DeviceLogKind, DeviceLogType } from '@heatfleet/contract/device-log/device-log.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { type SqlBool, sql } from 'kysely'

/** The right beside `log:view` that entries of a type need. Of ownership some kinds need one: {@link EVENT_RIGHTS}. */
export const TYPE_RIGHTS: Partial<Record<DeviceLogType, Permission>> = {
  command: 'controllog:view',
  model: 'model:view',
  sim: 'iccid:view',
  upgrade: 'ota:view',
  raw: 'log:raw',
}

/** Kinds in `device_events` by type; the bus has one kind for both directions. */
export const EVENT_KINDS: Partial<Record<DeviceLogType, readonly string[]>> = {
  connection: ['online', 'offline', 'cloned'],
  bus: ['485'],
  alarm: ['alarm'],
  module: ['boot', 'clock', 'local', 'recog', 'fault'],
}

const OF_TYPES = Object.entries(EVENT_KINDS).map(
  ([type, kinds]) => [type, sql`device_events.kind = any(${kinds}::text[])`] as const,
)

/** What an event of `device_events` is called in the log, and its type there. */
export const EVENT_KIND = sql<DeviceLogKind>`case when device_events.kind <> '485' then device_events.kind
  when device_events.detail->>'st' = 'down' then 'bus_lost' else 'bus_back' end`
export const EVENT_TYPE = sql<DeviceLogType>`case ${sql.join(
  OF_TYPES.map(([type, is]) => sql`when ${is} then ${type}::text`),
  sql` `,
)} end`
/** Of the kinds that the log has. */
export const IS_SHOWN_EVENT = sql<SqlBool>`device_events.kind = any(${Object.values(EVENT_KINDS).flat()}::text[])`
