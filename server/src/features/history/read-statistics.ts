import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { historyStatistics, StatisticsQuestion } from '@heatfleet/contract/history/statistics.ts'
import { isState } from '@heatfleet/contract/products/points.ts'
import type { Caller } from '../../caller.ts'
import type { Layout } from '../products/public.ts'
import { periodOf } from './curve-options.ts'
import { createPointStatistics, type StatisticsKind } from './point-statistics.ts'
import { readDevices } from './read-devices.ts'
import { type ReportsDeps, readReports } from './read-reports.ts'
import { visibleKeys } from './visible-points.ts'

/**
 * Statistics of points over a period, from every report in one pass; memory depends on the distinct values of each point.
 * Refuses with `device_not_found` when a device is outside the scope.
 */
export const readStatistics = async (
  deps: ReportsDeps,
  caller: Pick<Caller, 'scope' | 'agent_id' | 'permissions'>,
  query: StatisticsQuestion,
): Promise<ResultOf<typeof historyStatistics.historyStatistics>> => {
  const [from_ms, to_ms] = [Date.parse(query.from), Date.parse(query.to)]
  const end_ms = Math.min(to_ms, deps.clock.now())
  const statistics = []
  for (const { device_id, mac, layout_id } of await readDevices(deps, caller.scope, query)) {
    const layout = layout_id === null ? null : await deps.layouts.find(layout_id)
    const accumulators = query.points.map((key) =>
      createPointStatistics(kindOf(key, layout), periodOf(key, layout) * 1000),
    )
    const keys = visibleKeys(caller, query.points, layout)
    for await (const { at_ms, values } of readReports(deps, { device_id, from_ms, to_ms, keys, grows: true }))
      for (const [point, accumulator] of accumulators.entries())
        for (let row = 0; row < at_ms.length; row++) {
          const value = values[point]?.[row] ?? Number.NaN
          if (!Number.isNaN(value)) accumulator.add(at_ms[row] ?? 0, value)
        }
    for (const [point, key] of query.points.entries()) {
      const figures = accumulators[point]?.figures(end_ms)
      if (figures !== undefined) statistics.push({ mac, key, ...figures })
    }
  }
  return { from: from_ms, to: to_ms, statistics }
}

const kindOf = (key: string, layout: Layout | null): StatisticsKind => {
  const point = layout?.byKey.get(key)
  if (point === undefined) return 'quantity'
  if (isState(point)) return 'state'
  return point.accumulate ? 'counter' : 'quantity'
}
