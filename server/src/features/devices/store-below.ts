import { type RawBuilder, sql } from 'kysely'
import { type Scope, withinScope } from '../../platform/scope.ts'
import { NOT_VIRTUAL } from '../../platform/virtual-devices.ts'
import { cellsOfGroup, countTallied, countUntallied, wholeSubtrees } from './store-tally.ts'

/** Devices of one distributor and all below it. */
type FiguresBelow = { device_count: number; online_count: number; alarm_count: number }

/**
 * A subselect of one row: the figures of the distributor of the outer query, which must name its table `distributors`: from the tally, or
 * counted where the scope is not made of whole subtrees. `visibility.agent` selects the outer rows; where it differs from
 * `visibility.device`, the tally of a whole subtree would count too much.
 */
export const figuresBelow = (visibility: { agent: Scope; device: Scope }): RawBuilder<FiguresBelow> =>
  hasWholeFigures(visibility) ? summedBelow(visibility.device) : countedBelow(visibility.device)

/** True where the sums of each distributor that is seen are of devices that all are seen. */
export const hasWholeFigures = ({ agent, device }: { agent: Scope; device: Scope }): boolean => {
  const is_same_reach = agent.agent_path === device.agent_path && agent.group === device.group
  return is_same_reach && wholeSubtrees(device) !== null
}

const summedBelow = (scope: Scope) => sql<FiguresBelow>`(
  select coalesce(sum(n), 0)::int as device_count, coalesce(sum(online), 0)::int as online_count,
    coalesce(sum(alarm), 0)::int as alarm_count
  from (
    select n, online, alarm from ${countTallied(cellsOfGroup(scope))} told
    where told.agent_id = distributors.agent_id and span_minutes = 0
    union all
    select n, online, alarm from ${countUntallied(cellsOfGroup(scope))} untold
    where distributors.agent_id in (province_id, city_id, county_id)
  ) sums
)`

const countedBelow = (scope: Scope) => sql<FiguresBelow>`(
  select count(*)::int as device_count,
    count(*) filter (where device_status.online)::int as online_count,
    count(*) filter (where device_status.alarm_count > 0)::int as alarm_count
  from devices left join device_status on device_status.device_id = devices.device_id
  where devices.agent_path >= distributors.agent_path
    and devices.agent_path < rtrim(distributors.agent_path, '/') || '0' and ${withinScope(scope, 'devices')} and ${NOT_VIRTUAL}
)`
