import type { BusState } from '@heatfleet/contract/transitions.ts'
import type pg from 'pg'
import type { DisconnectReason } from '../../transports/device-transport.ts'

type Sql = Pick<pg.ClientBase, 'query'>

/** A device came or went. Times are unix ms. */
export type ConnectivityChange = { device_id: number; at_ms: number } & (
  | { online: true; address: string }
  | { online: false; why: DisconnectReason | 'not_back' }
)

/**
 * Stores comings and goings, at most one of each device, each with its row among the device's events; gives the ids of
 * those that were not so before. A device that is on line already is not counted again.
 */
export const storeConnectivity = async (sql: Sql, changes: readonly ConnectivityChange[]): Promise<number[]> => {
  const came = changes.filter(({ online }) => online)
  const went = changes.filter(({ online }) => !online)
  const { rows } = await sql.query<{ device_id: number }>(
    `with came as (
       insert into device_status as s (device_id, online, online_since, first_online_at, last_online_at, online_times)
       select device_id, true, at, at, at, 1 from unnest($1::int[], $2::timestamptz[]) u (device_id, at)
       where exists (select from devices d where d.device_id = u.device_id)
       on conflict (device_id) do update set online = true, online_since = excluded.online_since,
         first_online_at = coalesce(s.first_online_at, excluded.first_online_at),
         last_online_at = excluded.last_online_at, online_times = s.online_times + 1
       where not s.online
       returning s.device_id
     ), activated as (
       update devices set active = true where device_id in (select device_id from came) and not active
     ), went as (
       update device_status s set online = false, online_since = null, last_offline_at = u.at
       from unnest($4::int[], $5::timestamptz[]) u (device_id, at) where s.device_id = u.device_id and s.online
       returning s.device_id
     )
     insert into device_events (device_id, at, kind, detail)
     select device_id, at, 'online', detail from unnest($1::int[], $2::timestamptz[], $3::jsonb[]) u (device_id, at, detail)
     where device_id in (select device_id from came)
     union all
     select device_id, at, 'offline', detail from unnest($4::int[], $5::timestamptz[], $6::jsonb[]) u (device_id, at, detail)
     where device_id in (select device_id from went)
     returning device_id`,
    [...columnsOf(came), ...columnsOf(went)],
  )
  return rows.map(({ device_id }) => device_id)
}

const columnsOf = (changes: readonly ConnectivityChange[]) => [
  changes.map(({ device_id }) => device_id),
  changes.map(({ at_ms }) => new Date(at_ms).toISOString()),
  changes.map((change) => JSON.stringify(change.online ? { address: change.address } : { why: change.why })),
]

/** A device the database holds for on line; `offline_after_s` = what its product's version in use says, null = nothing. */
type OnlineBefore = { mac: string; net: 'wifi' | '4g'; offline_after_s: number | null }

/** Devices stored as online, the longest silent first: read once when the gateway starts. */
export const listOnline = async (sql: Sql): Promise<OnlineBefore[]> => {
  const { rows } = await sql.query<OnlineBefore>(
    `select d.mac, d.net, (v.settings->'access'->>'offline_after_s')::int as offline_after_s
     from device_status s join devices d using (device_id)
       left join products p using (product_key) left join product_versions v on v.layout_id = p.layout_id
     where s.online
     order by s.last_arrival_at nulls first, s.device_id`,
  )
  return rows
}

/** One line of what happened to a device. */
export const insertEvent = async (
  sql: Sql,
  event: { device_id: number; at_ms: number; kind: string; detail: Record<string, unknown> },
): Promise<void> => {
  await sql.query('insert into device_events (device_id, at, kind, detail) values ($1, $2, $3, $4)', [
    event.device_id,
    new Date(event.at_ms),
    event.kind,
    JSON.stringify(event.detail),
  ])
}

/** The module reported the bus of a device as down or up; true when that is a change. */
export const updateBusStatus = async (sql: Sql, device_id: number, bus_status: BusState): Promise<boolean> => {
  const { rowCount } = await sql.query(
    'update device_status set bus_status = $2 where device_id = $1 and bus_status <> $2',
    [device_id, bus_status],
  )
  return rowCount === 1
}

/** What a registration changes; null = keep what is known. */
export type RegistrationFacts = {
  device_id: number
  iccid: string | null
  software_version: string | null
  hardware_version: string | null
  module_type: string
  module_version: string
  generic: boolean | null
  dtu_default_pk: string | null
  /** Name the controller announces itself under; its product becomes `info_pk`, unless the product is disabled. */
  register_name: string | null
  rssi_dbm: number | null
  boot: number | null
}

/**
 * Stores what a module says of itself; gives whether it has started anew since the last time, and whether its board is not
 * known, or known as another product than the one that reads it.
 */
export const storeRegistration = async (
  sql: Sql,
  facts: RegistrationFacts,
): Promise<{ is_new_boot: boolean; is_model_due: boolean }> => {
  const stored = await sql.query<{ is_model_due: boolean }>(
    `update devices d set
       iccid = coalesce($2, d.iccid),
       software_version = coalesce($3, d.software_version),
       hardware_version = coalesce($4, d.hardware_version),
       module_version = $5,
       module_type = $9,
       generic = coalesce($6, d.generic),
       dtu_default_pk = coalesce($7, d.dtu_default_pk),
       info_pk = coalesce(r.product_key, d.info_pk),
       identify_status = case when r.product_key is null then d.identify_status else 'recognized' end
     from (select 1) one
       left join (product_registers r join products p on p.product_key = r.product_key and not p.disabled)
         on r.register_name = $8
     where d.device_id = $1
     returning (d.generic and d.identify_status = 'not_started')
       or coalesce(d.dtu_default_pk, d.info_pk, d.product_key) <> d.product_key as is_model_due`,
    [
      facts.device_id,
      facts.iccid,
      facts.software_version,
      facts.hardware_version,
      facts.module_version,
      facts.generic,
      facts.dtu_default_pk,
      facts.register_name,
      facts.module_type,
    ],
  )
  const { rows } = await sql.query<{ is_new_boot: boolean }>(
    `update device_status s set rssi_dbm = coalesce($2, s.rssi_dbm), session_boot = coalesce($3, s.session_boot)
     from (select session_boot from device_status where device_id = $1) before
     where s.device_id = $1
     returning $3::int is not null and before.session_boot is distinct from $3::int as is_new_boot`,
    [facts.device_id, facts.rssi_dbm, facts.boot],
  )
  return { is_new_boot: rows[0]?.is_new_boot ?? false, is_model_due: stored.rows[0]?.is_model_due ?? false }
}
