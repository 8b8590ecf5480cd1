import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import { type Kysely, sql } from 'kysely'
import { type JobOwner, ownedBy } from '../../platform/job-owner.ts'
import { type Scope, withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
const MOST = LIMITS.notices_listed_max

/** Notification preferences of the account, and the time up to which notifications were seen. */
export const readNotificationPreferences = (db: Db, uid: number) =>
  db.selectFrom('accounts').select(['preferences', 'notices_seen_at']).where('uid', '=', uid).executeTakeFirstOrThrow()

/** Stores the time up to which notifications were seen; never moves it back. */
export const saveSeen = async (db: Db, uid: number, at: Date): Promise<Date> => {
  const { notices_seen_at } = await db
    .updateTable('accounts')
    .set({ notices_seen_at: sql`greatest(notices_seen_at, ${at}::timestamptz)` })
    .where('uid', '=', uid)
    .returning('notices_seen_at')
    .executeTakeFirstOrThrow()
  return notices_seen_at ?? at
}

/** Severity of an alarm; major for alarms stored without one. */
const SEVERITY = sql<Severity>`coalesce(device_events.detail ->> 'severity', 'major')`

/** Devices of the scope that raised an alarm of these severities, or went offline and still are, newest first. */
export const listDeviceEvents = (
  db: Db,
  scope: Scope,
  wanted: { alarms: readonly Severity[]; offline: boolean },
  since: Date,
) =>
  db
    .selectFrom('device_events')
    .innerJoin('devices', 'devices.device_id', 'device_events.device_id')
    .innerJoin('device_status', 'device_status.device_id', 'device_events.device_id')
    .where('device_events.at', '>', since)
    // Devices that reconnected are left out: flapping devices or a restart of the service would fill the inbox.
    .where(
      sql<boolean>`(device_events.kind <> 'offline' or (not device_status.online and device_status.last_offline_at = device_events.at))`,
    )
    // In exactly this form, so that its index is used.
    .where(sql<boolean>`device_events.kind in ('offline', 'alarm')`)
    .where(
      sql<boolean>`case device_events.kind when 'alarm' then ${SEVERITY} = any(${wanted.alarms}::text[]) else ${wanted.offline}::boolean end`,
    )
    .where(withinScope(scope, 'devices'))
    .select([
      'event_id',
      'device_events.at',
      'device_events.kind',
      'device_events.detail',
      SEVERITY.as('severity'),
      'devices.mac',
      'device_name',
    ])
    .orderBy('device_events.at', 'desc')
    .limit(MOST)
    .execute()

/** Changes of bindings of devices in scope, by others than the account itself, newest first; one row for each action. */
export const listBindingEvents = (db: Db, scope: Scope, uid: number, since: Date) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('binding_events')
        .innerJoin('devices', 'devices.device_id', 'binding_events.device_id')
        .where('binding_events.at', '>', since)
        .where('binding_events.action', '<>', 'marked')
        .where(sql<boolean>`binding_events.by_uid is distinct from ${uid}::int`)
        .where(withinScope(scope, 'devices'))
        .select([
          'binding_events.binding_event_id',
          'binding_events.device_id',
          'binding_events.at',
          'binding_events.action',
          'binding_events.by_uid',
          'devices.mac',
          'devices.device_name',
        ])
        .orderBy('binding_events.at', 'desc')
        .orderBy('binding_events.binding_event_id', 'desc')
        .limit(2 * MOST)
        .as('newest'),
    )
    .leftJoin('accounts', 'accounts.uid', 'newest.by_uid')
    // Unbinding an owner ends all bindings at the same time; a transfer is shown by its last row only.
    .distinctOn(['newest.at', 'newest.device_id'])
    .select(['binding_event_id', 'at', 'action', 'mac', 'device_name', 'accounts.user_name'])
    .orderBy('newest.at', 'desc')
    .orderBy('newest.device_id')
    .orderBy('newest.binding_event_id', 'desc')
    .limit(MOST)
    .execute()

/** Own exports that ended, newest first. */
export const listExportEnds = (db: Db, own: JobOwner, since: Date) =>
  db
    .selectFrom('export_jobs')
    .where(ownedBy(own))
    .where('state', 'in', ['done', 'failed'])
    .where('finished_at', '>', since)
    .select(['export_id', 'state', 'file_name', sql<Date>`finished_at`.as('at')])
    .orderBy('finished_at', 'desc')
    .limit(MOST)
    .execute()

/** Changes of the account or its role by others, newest first. */
export const listAccountLines = (db: Db, account: { uid: number; role_id: number }, since: Date) =>
  db
    .selectFrom('audit_log')
    .where('object', 'in', [`account ${account.uid}`, `role ${account.role_id}`])
    .where('result', '=', 'ok')
    .where(sql<boolean>`uid is distinct from ${account.uid}::int`)
    .where('at', '>', since)
    .select(['audit_id', 'at', 'action', 'object', 'user_name'])
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute()

/** Test notifications of the account, newest first. */
export const listTests = (db: Db, uid: number, since: Date) =>
  db
    .selectFrom('audit_log')
    .where('object', '=', `account ${uid}`)
    .where('action', '=', 'testNotice')
    .where('result', '=', 'ok')
    .where('at', '>', since)
    .select(['audit_id', 'at'])
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute()

/** Hours with a lockout after too many wrong passwords of the account, newest first. */
export const listLockedHours = (db: Db, uid: number, since: Date) =>
  db
    .selectFrom('audit_log')
    .where('object', '=', `account ${uid}`)
    .where('action', '=', 'login')
    .where('result', '=', 'account_locked')
    .where('at', '>', since)
    .select([sql<Date>`date_trunc('hour', at)`.as('hour'), sql<Date>`max(at)`.as('at')])
    .groupBy('hour')
    .orderBy('hour', 'desc')
    .limit(MOST)
    .execute()

/** Announcements to the account's distributor, newest first. */
export const listAnnouncements = (db: Db, account: { agent_id: number; uid: number }, since: Date) =>
  db
    .selectFrom('agent_notices')
    .leftJoin('accounts', 'accounts.uid', 'agent_notices.by_uid')
    .where('agent_notices.agent_id', '=', account.agent_id)
    .where(sql<boolean>`agent_notices.by_uid is distinct from ${account.uid}::int`)
    .where('sent_at', '>', since)
    .select([
      'agent_notices.notice_id',
      'agent_notices.title',
      'agent_notices.text',
      'agent_notices.sent_at as at',
      sql<string>`coalesce(accounts.user_name, '')`.as('user_name'),
    ])
    .orderBy('sent_at', 'desc')
    .limit(MOST)
    .execute()

/** Recipients of a new notification: an account, or every account with the device in its scope. */
type NotificationTarget = {
  uid: number | null
  device_id: number | null
  agent_path: string
  product_key: string
}

/** Recipients of notifications since a time, for the realtime sockets; unscoped: each socket checks its own scope. */
export const listNotificationTargets = async (db: Db, since: Date): Promise<NotificationTarget[]> => {
  const { rows } = await sql<NotificationTarget>`
    (select null::int as uid, devices.device_id, devices.agent_path, devices.product_key
     from (select device_id from device_events where kind in ('offline', 'alarm') and at > ${since}
           union select device_id from binding_events where action <> 'marked' and at > ${since}
           union select device_id from iccid_events where what in ('reminded', 'moved', 'twice') and at > ${since}) happened
     join devices using (device_id) limit ${LIMITS.notices_polled_max})
    union all
    (select uid, null, '', '' from export_jobs where state in ('done', 'failed') and finished_at > ${since}
     limit ${LIMITS.notices_polled_max})
    union all
    (select accounts.uid, null, '', '' from agent_notices join accounts using (agent_id)
     where sent_at > ${since} and by_uid is distinct from accounts.uid limit ${LIMITS.notices_polled_max})
    union all
    (select uid, null, '', '' from notification_deliveries
     where channel_kind = 'in_app' and state = 'sent' and uid is not null and created_at > ${since}
     limit ${LIMITS.notices_polled_max})
    union all
    (select mentioned.uid, null, '', '' from alarm_log cross join lateral unnest(mentions) mentioned (uid)
     where at > ${since} and mentions <> '{}' limit ${LIMITS.notices_polled_max})
    union all
    (select substring(object from 9)::int, null, '', '' from audit_log
     where at > ${since} and object ~ '^account [0-9]{1,9}$' and (result = 'account_locked' or action = 'testNotice' or uid is distinct from substring(object from 9)::int)
     limit ${LIMITS.notices_polled_max})`.execute(db)
  return rows
}
