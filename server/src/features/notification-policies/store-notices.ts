import type { NoticeName } from '@heatfleet/contract/notifications/notifications.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { withinScope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** A message of a policy in the console. */
type PolicyNotice = {
  notice_id: string
  what: NoticeName
  severity: Severity
  at: Date
  mac: string
  device_name: string
  subject: string
  fault: string | null
}

/**
 * Messages of policies to the caller about devices in scope, newest first, each event once. Faults and offline devices are not
 * among them: the console tells of these by itself.
 */
export const listPolicyNotices = async (
  db: Db,
  { uid, scope, permissions }: Pick<Caller, 'uid' | 'scope' | 'permissions'>,
  since: Date,
  limit: number,
): Promise<PolicyNotice[]> => {
  const rows = await db
    .selectFrom('notification_deliveries')
    .innerJoin('notification_events', 'notification_events.event_id', 'notification_deliveries.event_id')
    .innerJoin('devices', 'devices.device_id', 'notification_events.device_id')
    .leftJoin('alarms', 'alarms.alarm_id', 'notification_events.alarm_id')
    .leftJoin('service_orders', 'service_orders.order_id', 'notification_events.order_id')
    .where('notification_deliveries.uid', '=', uid)
    .where('notification_deliveries.created_at', '>', since)
    .where('notification_deliveries.channel_kind', '=', 'in_app')
    .where('notification_deliveries.state', '=', 'sent')
    .where(
      sql<SqlBool>`(notification_deliveries.step > 0 or notification_events.event <> 'alarm_raised'
        or alarms.type not in ('device_fault', 'offline'))`,
    )
    .where(withinScope(scope, 'devices'))
    .select([
      'notification_events.event_id',
      'notification_events.event',
      'notification_events.severity',
      'notification_deliveries.step',
      'notification_deliveries.created_at',
      'devices.mac',
      sql<string>`coalesce(devices.device_name, '')`.as('device_name'),
      sql<string>`coalesce(alarms.code, left(service_orders.problem, 120), '')`.as('subject'),
      'alarms.code as fault',
    ])
    .orderBy('notification_deliveries.created_at', 'desc')
    .orderBy('notification_deliveries.delivery_id', 'desc')
    .limit(2 * limit)
    .execute()
  const seen = new Set<string>()
  return rows.flatMap(({ event_id, event, step, created_at, ...row }) => {
    const notice_id = `notified ${event_id} ${step}`
    const what = step > 0 ? 'alarm_escalated' : NOTICE_OF[event]
    if (what === undefined || seen.has(notice_id)) return []
    if (!permissions.has(event.startsWith('order_') ? 'order:view' : 'alarm:view')) return []
    seen.add(notice_id)
    return [{ ...row, notice_id, what, at: created_at }]
  })
}

const NOTICE_OF: Readonly<Record<string, NoticeName | undefined>> = {
  alarm_raised: 'alarm_notified',
  alarm_recovered: 'alarm_recovered',
  order_created: 'order_created',
  order_escalated: 'order_escalated',
  order_transferred: 'order_transferred',
  order_dissatisfied: 'order_dissatisfied',
}
