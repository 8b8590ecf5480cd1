import type { AlarmType } from '@heatfleet/contract/alarms/types.ts'
import { SEARCH_LIMITS } from '@heatfleet/contract/search/limits.ts'
import type { SearchWords } from '@heatfleet/contract/search/search-words.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'
import { seenOrders } from '../service-orders/public.ts'
import { inOrderOf, nameConditions, rankedIds } from './store-ranked.ts'

type Db = Kysely<Tables>

/** The beginning of a problem: its title on lists. Written as the index has it. */
const TITLE = sql<string>`left(service_orders.problem, 160)`

/** Service orders that are seen in the scope, by number or words of their title. */
export const findOrders = async (db: Db, scope: Scope, words: SearchWords, size: number) => {
  const seen = seenOrders(db, scope)
  const ids = await rankedIds(db, seen, {
    key: 'service_orders.order_id',
    conditions: [
      ...(words.number === null ? [] : [sql<SqlBool>`service_orders.order_id = ${words.number}::int`]),
      ...nameConditions(sql`search_text(${TITLE})`, words),
    ],
    size,
  })
  const rows = await seen
    .where(sql<SqlBool>`service_orders.order_id = any(${ids}::int[])`)
    .select([
      'service_orders.order_id',
      TITLE.as('problem'),
      'service_orders.status',
      'devices.device_name',
      'devices.mac',
    ])
    .execute()
  return inOrderOf(ids, rows, ({ order_id }) => order_id)
}

/** Code and names of a fault code in all languages. Written as the index has it. */
const FAULT_TEXT = sql`search_text(fault_codes.code || ' ' || coalesce(fault_codes.names ->> 'en', '') || ' '
  || coalesce(fault_codes.names ->> 'zh', '') || ' ' || coalesce(fault_codes.names ->> 'pl', ''))`

/**
 * Ids of alarms of the scope by their code, its name, the name of their rule, or their type; active ones first, then those
 * raised last. Codes, rules and types are few: of each its newest alarms are read by an index.
 */
export const findAlarmIds = async (
  db: Db,
  scope: Scope,
  words: SearchWords,
  { alarm_types, size }: { alarm_types: readonly AlarmType[]; size: number },
): Promise<number[]> => {
  const matches = (of: ReturnType<typeof sql>) => sql.join(nameConditions(of, words).slice(1), sql` or `)
  const newest = (condition: ReturnType<typeof sql<SqlBool>>) => sql`(
    select alarms.alarm_id, alarms.recovered_at, alarms.last_at from alarms
    where ${condition} and ${alarmsWithin(scope, 'alarms')}
    order by alarms.last_at desc limit ${size})`
  const { rows } = await sql<{ alarm_id: number }>`
    with codes as (
      select distinct fault_codes.code, products.product_key
      from (select * from fault_codes where ${matches(FAULT_TEXT)} limit ${SEARCH_LIMITS.codes_max}) as fault_codes
      join product_versions on product_versions.settings -> 'fault_sets' ? fault_codes.set_name
      join products on products.layout_id = product_versions.layout_id
      limit ${SEARCH_LIMITS.codes_max}
    ), rules as (
      select rule_id from alarm_rules where ${matches(sql`search_text(alarm_rules.rule_name)`)}
      limit ${SEARCH_LIMITS.codes_max}
    )
    select alarm_id from (
      select found.* from codes cross join lateral
        ${newest(sql<SqlBool>`alarms.code = codes.code and alarms.product_key = codes.product_key`)} as found
      union select found.* from rules cross join lateral
        ${newest(sql<SqlBool>`alarms.type = 'threshold' and alarms.rule_key = rules.rule_id::text`)} as found
      union select found.* from unnest(${[...alarm_types]}::text[]) as types (type) cross join lateral
        ${newest(sql<SqlBool>`alarms.type = types.type`)} as found
    ) as found
    order by (recovered_at is null) desc, last_at desc, alarm_id limit ${size}`.execute(db)
  return rows.map(({ alarm_id }) => alarm_id)
}
