import type { RemoteConsent } from '@heatfleet/contract/devices/devices.ts'
import type { OnlineState } from '@heatfleet/contract/transitions.ts'
import { type Kysely, sql } from 'kysely'
import { appUsersWithin, type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Another user bound to the same device, as JSON from the database. */
type OtherPerson = { app_user_id: number; nick_name: string; role: 'owner' | 'shared'; bound_at: string }

export const ONLINE_STATUS = sql<OnlineState>`case when device_status.online then 'online'
  when device_status.first_online_at is null then 'never' else 'offline' end`

const OTHERS = sql<OtherPerson[]>`coalesce((select json_agg(json_build_object('app_user_id', other.app_user_id,
    'nick_name', app_users.nick_name, 'role', other.role, 'bound_at', other.bound_at) order by other.role, other.bound_at)
  from bindings other join app_users on app_users.app_user_id = other.app_user_id
  where other.device_id = bindings.device_id and other.app_user_id <> bindings.app_user_id), '[]')`

/** The owner's latest consent to remote service for a row of `devices`, read for each command. */
export const REMOTE_CONSENT = sql<RemoteConsent>`coalesce((select case when exists (select from app_user_consents
    where app_user_consents.app_user_id = owned.app_user_id and app_user_consents.consent = 'remote_service'
      and app_user_consents.withdrawn_at is null) then 'given' else 'missing' end
  from bindings owned where owned.device_id = devices.device_id and owned.role = 'owner'), 'not_needed')`

/** The same for one device of the scope; null when there is none. */
export const findRemoteConsent = async (db: Db, scope: Scope, mac: string): Promise<RemoteConsent | null> => {
  const row = await db
    .selectFrom('devices')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .select(REMOTE_CONSENT.as('remote_consent'))
    .executeTakeFirst()
  return row?.remote_consent ?? null
}

/** Devices of an app user within the scope, newest binding first. */
export const listBoundDevices = (db: Db, scope: Scope, app_user_id: number) =>
  db
    .selectFrom('bindings')
    .innerJoin('devices', 'devices.device_id', 'bindings.device_id')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('distributors', 'distributors.agent_id', 'devices.agent_id')
    .leftJoin('device_status', 'device_status.device_id', 'devices.device_id')
    .where('bindings.app_user_id', '=', app_user_id)
    .where(withinScope(scope, 'devices'))
    .select([
      'devices.device_id',
      'devices.mac',
      'devices.device_name',
      'devices.product_key',
      'products.name as product_name',
      'products.english_name as product_english_name',
      'devices.agent_id',
      'distributors.agent_name',
      'bindings.role',
      'bindings.bound_at',
      'bindings.bind_way',
      'bindings.marks',
      ONLINE_STATUS.as('online_status'),
      sql<number>`coalesce(device_status.alarm_count, 0)`.as('alarm_count'),
      OTHERS.as('others'),
    ])
    .orderBy('bindings.bound_at', 'desc')
    .orderBy('devices.mac')
    .execute()
export type BoundDeviceRow = Awaited<ReturnType<typeof listBoundDevices>>[number]

/** A device of the scope with the fields of a claim, or null. */
export const findClaimable = async (db: Db, scope: Scope, mac: string) =>
  (await db
    .selectFrom('devices')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .select([
      'devices.device_id',
      'devices.mac',
      'devices.device_name',
      'devices.secret_sealed',
      'devices.claim_generation',
    ])
    .executeTakeFirst()) ?? null

/** Owner and number of bindings of a device of the scope; null when there is none. */
export const findOwner = async (db: Db, scope: Scope, mac: string) =>
  (await db
    .selectFrom('devices')
    .innerJoin('products', 'products.product_key', 'devices.product_key')
    .leftJoin('bindings as owned', (join) =>
      join.onRef('owned.device_id', '=', 'devices.device_id').on('owned.role', '=', 'owner'),
    )
    .leftJoin('app_users', 'app_users.app_user_id', 'owned.app_user_id')
    .where('devices.mac', '=', mac)
    .where(withinScope(scope, 'devices'))
    .select([
      'devices.mac',
      'devices.device_name',
      'products.bind_limit',
      'app_users.app_user_id',
      'app_users.nick_name',
      sql<number>`(select count(*)::int from bindings where bindings.device_id = devices.device_id)`.as('bound'),
    ])
    .executeTakeFirst()) ?? null

/** An app user of the scope with whether it is erased, or null. */
export const findBindable = async (db: Db, scope: Scope, app_user_id: number) =>
  (await db
    .selectFrom('app_users')
    .where('app_users.app_user_id', '=', app_user_id)
    .where(appUsersWithin(scope, 'app_users'))
    .select(['app_users.app_user_id', sql<boolean>`app_users.erased_at is not null`.as('erased')])
    .executeTakeFirst()) ?? null
