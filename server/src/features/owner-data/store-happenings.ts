import type { OwnerAlarm, OwnerEvent } from '@heatfleet/contract/owner-data/owner-data.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { EVENT_KIND, EVENT_TYPE, IS_SHOWN_EVENT } from '../device-log/public.ts'

type Db = Kysely<Tables>

/** Of one unit, whose owner the caller has checked: since its binding, the newest so many. */
type Of = { device_id: number; from: Date; limit: number }

/**
 * Alarms in order of time, without those about a withheld point. Those about a SIM card are not of the unit; a rule of people may compare
 * any point, so that its value is left out.
 */
export const listOwnerAlarms = async (
  db: Db,
  { device_id, from, limit }: Of,
  withheld: readonly string[],
): Promise<OwnerAlarm[]> => {
  const about_point = sql<boolean>`alarms.type in ('device_fault', 'control_mismatch')`
  const rows = await db
    .selectFrom('alarms')
    .where('alarms.device_id', '=', device_id)
    .where('alarms.last_at', '>=', from)
    .where('alarms.type', 'not in', ['sim_expiry', 'sim_stopped', 'sim_traffic', 'sim_moved'])
    .where(sql<boolean>`alarms.rule_key <> all(${[...withheld]}::text[])`)
    .select([
      'alarms.type',
      sql<string | null>`case when ${about_point} then alarms.rule_key end`.as('key'),
      'alarms.code',
      'alarms.severity',
      sql<number | null>`case when ${about_point} then alarms.value end`.as('value'),
      // Raised before the binding, it tells nothing of the time before it.
      sql<Date>`greatest(alarms.first_at, ${from})`.as('first_at'),
      'alarms.last_at',
      'alarms.recovered_at',
      'alarms.count',
    ])
    .orderBy('alarms.last_at', 'desc')
    .orderBy('alarms.alarm_id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed().map(({ first_at, last_at, recovered_at, ...alarm }) => ({
    ...alarm,
    first_time: first_at.toISOString(),
    last_time: last_at.toISOString(),
    recovered_time: recovered_at?.toISOString() ?? null,
  }))
}

/** Events in order of time: what the log has of the unit itself, without addresses. */
export const listOwnerEvents = async (db: Db, { device_id, from, limit }: Of): Promise<OwnerEvent[]> => {
  const rows = await db
    .selectFrom('device_events')
    .where('device_events.device_id', '=', device_id)
    .where('device_events.at', '>=', from)
    .where(IS_SHOWN_EVENT)
    .select(['device_events.at', EVENT_TYPE.as('type'), EVENT_KIND.as('kind')])
    .orderBy('device_events.at', 'desc')
    .orderBy('device_events.event_id', 'desc')
    .limit(limit)
    .execute()
  return rows.toReversed().map(({ at, type, kind }) => ({ time: at.toISOString(), type, kind }))
}
