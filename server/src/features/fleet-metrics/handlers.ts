import { FLEET_METRICS_LIMITS, type FleetMetrics } from '@heatfleet/contract/fleet-metrics/fleet-metrics.ts'
import { SEVERITIES } from '@heatfleet/contract/preferences.ts'
import type { OnlineState } from '@heatfleet/contract/transitions.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { countAlarms, countUnits, listAgentNames, sumEnergyToday } from './store.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>
type Cell = { name: string; status: OnlineState; n: number }

const REPORTING_MS = 60_000
/** Scopes whose answers are kept; an installation has few scrapers. */
const KEPT_MAX = 100

/** Metrics of the fleet, within the caller's scope. */
export const fleetMetricsHandlers = (deps: Deps) => {
  const kept = new Map<string, { at_ms: number; metrics: Promise<FleetMetrics> }>()
  return {
    fleetMetrics: ({ query: { max_age_s } }, { caller }) => {
      const now_ms = deps.clock.now()
      // Whoever has the same scope and rights gets the same answer.
      const key = JSON.stringify([caller.scope, caller.permissions.has('alarm:view')])
      const before = kept.get(key)
      if (before !== undefined && Math.abs(now_ms - before.at_ms) < max_age_s * 1_000) return before.metrics
      const metrics = readMetrics(deps, caller, now_ms)
      kept.delete(key)
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - KEPT_MAX + 1))) kept.delete(oldest)
      kept.set(key, { at_ms: now_ms, metrics })
      metrics.catch(() => kept.delete(key))
      return metrics
    },
  } satisfies Pick<Handlers, 'fleetMetrics'>
}

const readMetrics = async ({ database: { db } }: Deps, caller: Caller, now_ms: number): Promise<FleetMetrics> => {
  const now = new Date(now_ms)
  const [units, alarms, energy_today] = await Promise.all([
    countUnits(db, caller.scope, new Date(now_ms - REPORTING_MS)),
    caller.permissions.has('alarm:view') ? countAlarms(db, caller.scope) : null,
    sumEnergyToday(db, caller.scope, now),
  ])
  const ids = largest(units.flatMap(({ agent_id, n }) => (agent_id === null ? [] : [{ name: agent_id, n }])))
  const names = await listAgentNames(db, ids)
  const products = new Set(largest(units.map(({ product_key, n }) => ({ name: product_key, n }))))
  const product = (key: string): string => (products.has(key) ? key : 'other')
  const agent = (id: number | null): string => (id === null ? '' : (names.get(id) ?? 'other'))
  return {
    units: units.reduce((sum, { n }) => sum + n, 0),
    by_product: merged(units.map((unit) => ({ ...unit, name: product(unit.product_key) }))).map(
      ({ name, ...cell }) => ({ product_key: name, ...cell }),
    ),
    by_distributor: merged(units.map((unit) => ({ ...unit, name: agent(unit.agent_id) }))).map(({ name, ...cell }) => ({
      distributor: name,
      ...cell,
    })),
    alarms:
      alarms === null
        ? null
        : SEVERITIES.map((severity) => ({ severity, n: alarms.find((one) => one.severity === severity)?.n ?? 0 })),
    reporting: units.reduce((sum, { reporting }) => sum + reporting, 0),
    energy_today: energy_today.slice(0, FLEET_METRICS_LIMITS.series_max),
    at: now.toISOString(),
  }
}

/** The names with most units, as many as have a series of their own. */
const largest = <Name>(rows: readonly { name: Name; n: number }[]): Name[] => {
  const sums = new Map<Name, number>()
  for (const { name, n } of rows) sums.set(name, (sums.get(name) ?? 0) + n)
  return [...sums.entries()]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, FLEET_METRICS_LIMITS.series_max)
    .map(([name]) => name)
}

/** One cell for each name and status. */
const merged = (cells: readonly Cell[]): Cell[] => {
  const sums = new Map<string, Cell>()
  for (const { name, status, n } of cells) {
    const key = `${status} ${name}`
    sums.set(key, { name, status, n: (sums.get(key)?.n ?? 0) + n })
  }
  return [...sums.values()]
}
