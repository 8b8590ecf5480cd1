import { type Kysely, sql } from 'kysely'
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

/** The fault code in the knowledge base that an order's alarm names; null = none. The caller has checked the order's scope. */
export const findFaultOfOrder = async (
  db: Db,
  order_id: number,
): Promise<{ fault_id: number; code: string } | null> => {
  const { rows } = await sql<{ fault_id: number; code: string }>`
    select f.fault_id, f.code
    from service_orders o
    join alarms a on a.alarm_id = o.alarm_id
    join devices d on d.device_id = o.device_id
    join products p on p.product_key = d.product_key
    join product_versions v on v.layout_id = p.layout_id
    cross join lateral jsonb_array_elements_text(v.settings -> 'fault_sets') with ordinality as sets (set_name, place)
    join fault_codes f on f.set_name = sets.set_name and f.code = a.code
    where o.order_id = ${order_id}
    order by f.built_in, sets.place limit 1`.execute(db)
  return rows[0] ?? null
}
