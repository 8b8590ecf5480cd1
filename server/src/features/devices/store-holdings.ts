import { type RawBuilder, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import { hasWholeFigures } from './store-below.ts'
import { cellsOfGroup } from './store-tally.ts'

/** Devices of one distributor and all below it that are in use, that it holds itself and never were, and that it passed on. */
type HoldingsBelow = { active_count: number; stock_count: number; shipped_count: number }

/**
 * A subselect of one row: the holdings of the distributor of the outer query, which must name its table `distributors`: from
 * their sums, or counted where the scope is not made of whole subtrees, as `figuresBelow` does.
 */
export const holdingsBelow = (visibility: { agent: Scope; device: Scope }): RawBuilder<HoldingsBelow> =>
  hasWholeFigures(visibility) ? summedBelow(visibility.device) : countedBelow(visibility.device)

const summedBelow = (scope: Scope) => {
  const of_products = sql.join([sql`true`, ...cellsOfGroup(scope)], sql` and `)
  return sql<HoldingsBelow>`(
  select coalesce(sum(active), 0)::int as active_count, coalesce(sum(stock), 0)::int as stock_count,
    coalesce(sum(shipped), 0)::int as shipped_count
  from (
    select active, stock, shipped from device_holdings held
    where held.agent_id = distributors.agent_id and ${of_products}
    union all
    select untold.active, untold.stock, untold.shipped from device_holding_changes changed, holdings_of(changed) untold
    where untold.agent_id = distributors.agent_id and ${of_products}
  ) sums
)`
}

const countedBelow = (scope: Scope) => sql<HoldingsBelow>`(
  select count(*) filter (where devices.active)::int as active_count,
    count(*) filter (where devices.agent_id = distributors.agent_id and not devices.active)::int as stock_count,
    count(*) filter (where devices.agent_id <> distributors.agent_id)::int as shipped_count
  from devices
  where devices.agent_path >= distributors.agent_path
    and devices.agent_path < rtrim(distributors.agent_path, '/') || '0' and devices.replaced_at is null
    and ${withinScope(scope, 'devices')} and ${NOT_VIRTUAL}
)`
