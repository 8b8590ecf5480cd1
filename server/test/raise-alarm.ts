import type { Insertable, Kysely } from 'kysely'
import type { Tables } from '../src/platform/tables.ts'

/** An alarm of a unit as a report raises it, with what the test says otherwise; gives its number. */
export const raiseAlarm = async (
  db: Kysely<Tables>,
  device_id: number,
  more: Partial<Insertable<Tables['alarms']>>,
): Promise<number> => {
  const now = new Date()
  const { alarm_id } = await db
    .insertInto('alarms')
    .values({
      device_id,
      type: 'device_fault',
      rule_key: 'f01',
      code: 'F01',
      severity: 'major',
      value: 1,
      first_at: now,
      last_at: now,
      ...more,
    })
    .returning('alarm_id')
    .executeTakeFirstOrThrow()
  return alarm_id
}
