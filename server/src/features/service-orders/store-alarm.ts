import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Whether an alarm is one of the device. */
export const isAlarmOf = async (db: Db, device_id: number, alarm_id: number): Promise<boolean> =>
  (await db
    .selectFrom('alarms')
    .where('alarm_id', '=', alarm_id)
    .where('device_id', '=', device_id)
    .select('alarm_id')
    .executeTakeFirst()) !== undefined

/** The alarm an order was created from; null = none. The caller has checked the order's scope. */
export const findAlarmId = async (db: Db, order_id: number): Promise<number | null> =>
  (await db.selectFrom('service_orders').where('order_id', '=', order_id).select('alarm_id').executeTakeFirst())
    ?.alarm_id ?? null
