import { type Kysely, type SqlBool, sql } from 'kysely'
import { iccidsWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Looker = { scope: Scope; agent_id: number | null }

/** Reminders of a day by threshold, and cards that went to another device; of cards of the scope, if its people are told. */
export const listCardNotices = async (db: Db, { scope, agent_id }: Looker, since: Date, limit: number) => {
  const events = () =>
    db
      .selectFrom('iccid_events')
      .innerJoin('iccids', 'iccids.card_id', 'iccid_events.card_id')
      .leftJoin('devices', 'devices.device_id', 'iccids.device_id')
      .where('iccid_events.at', '>', since)
      // In exactly this form, so that its index is used.
      .where(sql<SqlBool>`iccid_events.what in ('reminded', 'moved', 'twice')`)
      .where(iccidsWithin(scope, 'iccids'))
      .where(
        sql<SqlBool>`(select ${sql.ref(agent_id === null ? 'manufacturer' : 'distributors')} from iccid_reminders)`,
      )
  const [reminders, moves] = await Promise.all([
    events()
      .where('iccid_events.what', '=', 'reminded')
      .select([
        'iccid_events.became as days',
        sql<string>`to_char(iccid_events.at at time zone 'UTC', 'YYYY-MM-DD')`.as('day'),
        sql<Date>`max(iccid_events.at)`.as('at'),
        sql<number>`count(*)::int`.as('count'),
      ])
      .groupBy(['iccid_events.became', sql`2`])
      .orderBy('at', 'desc')
      .limit(limit)
      .execute(),
    events()
      .where('iccid_events.what', '<>', 'reminded')
      .select(['iccid_events.event_id', 'iccid_events.at', 'iccid_events.what', 'iccids.iccid'])
      .select(['devices.mac', 'devices.device_name'])
      .orderBy('iccid_events.at', 'desc')
      .limit(limit)
      .execute(),
  ])
  return { reminders, moves }
}
