import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'

/** Of a comment as the inbox shows it, characters. */
const BEGINNING = 120

/** Comments at alarms that the account still sees and that mention it, by others, newest first. */
export const listMentions = async (
  db: Kysely<Tables>,
  { uid, scope, permissions }: Pick<Caller, 'uid' | 'scope' | 'permissions'>,
  since: Date,
  limit: number,
) =>
  permissions.has('alarm:view')
    ? db
        .selectFrom('alarm_log')
        .innerJoin('alarms', 'alarms.alarm_id', 'alarm_log.alarm_id')
        .innerJoin('devices', 'devices.device_id', 'alarms.device_id')
        .leftJoin('accounts', 'accounts.uid', 'alarm_log.uid')
        .where('alarm_log.at', '>', since)
        // As the partial index has it.
        .where(sql<SqlBool>`alarm_log.mentions <> '{}'`)
        .where(sql<SqlBool>`${uid}::int = any(alarm_log.mentions)`)
        .where(sql<SqlBool>`alarm_log.uid is distinct from ${uid}::int`)
        .where(alarmsWithin(scope, 'alarms'))
        .select([
          'alarm_log.log_id',
          'alarm_log.at',
          'alarms.alarm_id',
          'devices.mac',
          'devices.device_name',
          sql<string>`left(alarm_log.text, ${sql.lit(BEGINNING)})`.as('subject'),
          sql<string>`coalesce(accounts.user_name, '')`.as('user_name'),
        ])
        .orderBy('alarm_log.at', 'desc')
        .limit(limit)
        .execute()
    : []
