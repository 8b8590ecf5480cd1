import { sql } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import { runPrepared } from '../../platform/prepared.ts'
import { agentsWithin, type Scope, withinScope } from '../../platform/scope.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import { cellsOfGroup, cellsUnder, changesUnder, countTallied, countUntallied, wholeSubtrees } from './store-tally.ts'

type MenuProduct = { product_key: string; name: string; english_name: string; device_count: number }

/** Products with at least one device in scope. */
export const listMenuProducts = (database: Connections, scope: Scope): Promise<MenuProduct[]> => {
  const subtrees = wholeSubtrees(scope)
  const conditions = sql.join([sql`true`, ...cellsOfGroup(scope)], sql` and `)
  const counted =
    subtrees === null
      ? sql`select product_key, count(*) as n from devices
          where ${withinScope(scope, 'devices')} and ${NOT_VIRTUAL} group by 1`
      : sql`select product_key, sum(n) as n from (
          select product_key, n from device_tally where ${cellsUnder(subtrees)} and span_minutes = 0 and ${conditions}
          union all
          select product_key, n from device_tally_changes devices where ${changesUnder(subtrees)} and ${conditions}
        ) cells group by 1`
  const query = sql<MenuProduct>`
    select products.product_key, products.name, products.english_name, counted.n::int as device_count
    from (${counted}) counted join products on products.product_key = counted.product_key
    where counted.n > 0 order by products.name`
  return runPrepared(database, { compile: () => query.compile(database.db) })
}

type MenuAgent = {
  agent_id: number
  agent_name: string
  agent_level: number
  parent_id: number | null
  device_count: number
}

/** Distributors of the scope from the top, each with the devices of its whole subtree; devices are counted once. */
export const listMenuAgents = (database: Connections, scope: Scope): Promise<MenuAgent[]> => {
  const is_tallied = wholeSubtrees(scope) !== null
  // What the tally does not know: the changes since it was folded, or where it does not fit the scope, every device.
  const rest = is_tallied
    ? sql`select province_id, city_id, county_id, n from ${countUntallied(cellsOfGroup(scope))} untold`
    : sql`select province_id, city_id, county_id, count(*) as n from devices
        where ${withinScope(scope, 'devices')} and ${NOT_VIRTUAL} group by 1, 2, 3`
  const query = sql<MenuAgent>`
    with rest as (
      select agent_id, sum(n) as n
      from (${rest}) rows, lateral (values (province_id), (city_id), (county_id)) a (agent_id) group by 1
    )
    select distributors.agent_id, agent_name, agent_level, parent_id,
      (coalesce(sum(told.n), 0) + coalesce(max(rest.n), 0))::int as device_count
    from distributors
      left join rest on rest.agent_id = distributors.agent_id
      left join ${countTallied(cellsOfGroup(scope))} told
        on ${is_tallied} and told.agent_id = distributors.agent_id and told.span_minutes = 0
    where ${agentsWithin(scope, 'distributors')}
    group by distributors.agent_id order by distributors.agent_path`
  return runPrepared(database, { compile: () => query.compile(database.db) })
}
