import { ORDER_PRIORITIES, ORDER_SOURCES, ORDER_TYPES, RATINGS } from '@heatfleet/contract/service-orders/row.ts'
import { ORDER_CAUSES } from '@heatfleet/contract/service-orders/visit.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../src/platform/tables.ts'
import type { SmallFleet } from './small-fleet.ts'

type Db = Kysely<Tables>

/** What the answer to a filter is worked out from, one row for each order. */
export type OrderFact = {
  order_id: number
  app_user_id: number | null
  device_id: number
  status: string
  type: string
  source: string
  priority: 'high' | 'normal' | 'low'
  feedback_at: Date
  handler_uid: number | null
  answered_at: Date | null
  last_reply_at: Date | null
  resolved_at: Date | null
  rating: string | null
  comment: string
  revisited_at: Date | null
  cause: string | null
  escalated: number
  due: Date
  owner_path: string | null
  is_bound: boolean
  device_path: string
  mac: string
  device_name: string
  product_key: string
  handler: string | null
  respondent: string | null
}

/** Every order by its number. */
export const listFacts = async (db: Db): Promise<OrderFact[]> =>
  (
    await sql<OrderFact>`select o.order_id, o.app_user_id, o.status, o.type, o.source, o.priority, o.feedback_at, o.handler_uid, o.answered_at,
      o.last_reply_at, o.resolved_at, o.rating, o.comment, o.revisited_at, o.cause, o.escalated, o.due_at as due, o.device_id,
      owner.agent_path as owner_path, d.agent_path as device_path, d.mac, d.device_name, d.product_key,
      a.user_name as handler, u.nick_name as respondent,
      o.app_user_id is null or exists (select from bindings b where b.device_id = o.device_id and b.app_user_id = o.app_user_id)
        as is_bound
    from service_orders o join devices d on d.device_id = o.device_id left join distributors owner on owner.agent_id = o.agent_id
      left join accounts a on a.uid = o.handler_uid left join app_users u on u.app_user_id = o.app_user_id
    order by o.order_id`.execute(db)
  ).rows

/** Service orders of all kinds about forty units, and units of one distributor whose names begin alike. */
export const seedVariedOrders = async (
  db: Db,
  fleet: SmallFleet,
  { orders, units }: { orders: number; units: number },
): Promise<void> => {
  await sql`insert into devices (mac, device_name, product_key, agent_id, agent_path, net, secret_sealed, imported_user, import_time)
    select 'b4c1' || lpad(to_hex(n), 8, '0'), 'Villa ' || n, ${fleet.product_key}, ${fleet.distributors.B.agent_id},
      ${fleet.distributors.B.agent_path}, 'wifi', ''::bytea, 'factory', now() from generate_series(1, ${units}) n`.execute(
    db,
  )
  await sql`insert into app_users (nick_name) select 'person ' || n from generate_series(1, 20) n`.execute(db)
  // Chance is a hash of the number, so that a failure stays one.
  await sql`insert into service_orders (device_id, app_user_id, agent_id, type, source, priority, status, problem, feedback_at,
      handler_uid, answered_at, last_reply_at, resolved_at, rating, rated_at, comment, cause, escalated, revisited_at)
    select units.ids[1 + h % cardinality(units.ids)], case when h / 3 % 4 > 0 then people.ids[1 + h / 5 % cardinality(people.ids)] end,
      case when h / 7 % 12 > 0 then agents.ids[1 + h / 11 % cardinality(agents.ids)] end,
      (${[...ORDER_TYPES]}::text[])[1 + h / 13 % 5], (${[...ORDER_SOURCES]}::text[])[1 + h / 17 % 4],
      (${[...ORDER_PRIORITIES]}::text[])[1 + h / 19 % 3], case when is_open then 'unresolved' else 'resolved' end, 'It is cold.',
      -- Several of one moment; some of them still have time to be answered.
      now() - h / 23 % 40 * interval '3 hours', case when h / 29 % 3 > 0 then staff.ids[1 + h / 31 % cardinality(staff.ids)] end,
      case when not is_open or h / 37 % 2 = 0 then now() - interval '1 hour' end,
      case when h / 41 % 2 = 0 then now() - h / 43 % 20 * interval '1 hour' end, case when not is_open then now() - h / 47 % 9 * interval '1 hour' end,
      case when is_rated then (${[...RATINGS]}::text[])[1 + h / 53 % 3] end, case when is_rated then now() end,
      case when is_rated and h / 59 % 2 = 0 then 'Thanks.' else '' end, case when h / 61 % 3 > 0 then (${[...ORDER_CAUSES]}::text[])[1 + h / 67 % ${ORDER_CAUSES.length}] end,
      h / 71 % 3, case when is_rated and h / 73 % 2 = 0 then now() end
    from (select *, h / 79 % 2 = 0 as is_open, h / 79 % 2 > 0 and h / 83 % 3 > 0 as is_rated
        from (select n, (hashint8extended(n, 0) & 2147483647)::int as h from generate_series(1, ${orders}::int) n) numbers) numbers
      cross join (select array_agg(device_id order by device_id) as ids from (select device_id from devices order by device_id limit 40) units) units
      cross join (select array_agg(app_user_id order by app_user_id) as ids from app_users) people
      cross join (select array_agg(agent_id order by agent_id) as ids from distributors) agents
      cross join (select array_agg(uid order by uid) as ids from accounts) staff`.execute(db)
  await sql`insert into bindings (device_id, app_user_id, role, bind_way)
    select distinct on (device_id, app_user_id) device_id, app_user_id, 'shared', 'scan' from service_orders
    where app_user_id is not null and order_id % 2 = 0`.execute(db)
}
