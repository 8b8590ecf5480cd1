import type { SimilarAlarm } from '@heatfleet/contract/alarms/similar.ts'
import type { OrderCause, OrderPart } from '@heatfleet/contract/service-orders/visit.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'
import { ORDERS_WITH_AGENT, ordersWithin } from '../service-orders/public.ts'
import type { AlarmRow, AlarmScopes } from './store-list.ts'

type Db = Kysely<Tables>

/** Alarms that are looked through for what was noted at them: the newest of the unit, and of all others. */
const CANDIDATES = { same_device: 20, others: 200 } as const

type SimilarRow = Omit<SimilarAlarm, 'last_time' | 'handled_time'> & {
  last_at: Date
  handled_at: Date | null
  cause: OrderCause | null
  parts: OrderPart[]
}

/**
 * Earlier alarms of the scope with the same product and the same code (without one: the same setting, rule or module) that were
 * processed and say how. Those of the same unit first, then those that name cause or parts, then the newest.
 */
export const listSimilar = async (
  db: Db,
  { devices, orders }: AlarmScopes,
  alarm: Pick<AlarmRow, 'alarm_id' | 'type' | 'rule_key' | 'code' | 'product_key' | 'mac' | 'last_at'>,
  limit: number,
): Promise<SimilarAlarm[]> => {
  // The number of a card and the empty key of a unit say nothing of what is wrong.
  const same_kind =
    alarm.code !== null
      ? sql<SqlBool>`alarms.code = ${alarm.code}`
      : alarm.type.startsWith('sim_')
        ? sql<SqlBool>`true`
        : sql<SqlBool>`alarms.code is null and alarms.rule_key = ${alarm.rule_key}`
  const candidates = (condition: ReturnType<typeof sql<SqlBool>>, most: number) => sql`(
    select alarms.* from alarms
    where ${alarmsWithin(devices, 'alarms')} and ${condition} and alarms.product_key = ${alarm.product_key}
      and alarms.type = ${alarm.type} and ${same_kind} and alarms.handling in ('processed', 'closed')
      and alarms.alarm_id <> ${alarm.alarm_id} and alarms.last_at <= ${alarm.last_at}
    order by alarms.last_at desc limit ${most})`
  const device_id = sql`(select device_id from devices where mac = ${alarm.mac})`
  const order =
    orders === null
      ? sql`(select null::int as order_id, null::text as cause, '' as result, '[]'::jsonb as parts limit 0)`
      : sql`(select service_orders.order_id, service_orders.cause, service_orders.result, service_orders.parts
          from ${ORDERS_WITH_AGENT} where service_orders.alarm_id = a.alarm_id and ${ordersWithin(orders)}
          order by service_orders.order_id desc limit 1)`
  const { rows } = await sql<SimilarRow>`
    select a.alarm_id, a.severity, a.handling, a.last_at, a.handled_at, d.mac, d.device_name, d.mac = ${alarm.mac} as same_device,
      coalesce(nullif(r.text, ''), o.result, '') as result, coalesce(r.cause, o.cause) as cause,
      case when jsonb_array_length(coalesce(r.parts, '[]')) > 0 then r.parts else coalesce(o.parts, '[]') end as parts, o.order_id
    from (${candidates(sql<SqlBool>`alarms.device_id = ${device_id}`, CANDIDATES.same_device)}
      union ${candidates(sql<SqlBool>`alarms.device_id <> ${device_id}`, CANDIDATES.others)}) a
    join devices d on d.device_id = a.device_id
    left join lateral (select l.text, l.cause, l.parts from alarm_log l where l.alarm_id = a.alarm_id and l.kind in ('processed', 'closed')
      order by l.kind = 'processed' desc, l.log_id desc limit 1) r on true
    left join lateral ${order} o on true
    where r.text is not null or o.order_id is not null
    order by same_device desc, (r.cause is not null or o.cause is not null
        or jsonb_array_length(coalesce(r.parts, '[]')) > 0 or jsonb_array_length(coalesce(o.parts, '[]')) > 0) desc,
      a.last_at desc, a.alarm_id desc
    limit ${limit}`.execute(db)
  return rows.map(({ last_at, handled_at, ...row }) => ({
    ...row,
    last_time: last_at.toISOString(),
    handled_time: handled_at?.toISOString() ?? null,
  }))
}
