import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { FleetMetrics, fleetMetricsText } from '@heatfleet/contract/fleet-metrics/fleet-metrics.ts'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const dashboards = globSync('deploy/grafana/*.json', { cwd: root })

/** Metrics of the processes, by the names in their source, and of the fleet, by the text itself. */
const KNOWN = new Set([
  ...globSync('server/src/**/*.ts', { cwd: root }).flatMap((path) =>
    [...read(path).matchAll(/name: '(heatfleet_\w+)'/g)].map(([, name]) => name),
  ),
  ...[...fleetMetricsText(FleetMetrics.parse(api.fleetMetrics.example)).matchAll(/^# TYPE (\w+)/gm)].map(
    ([, name]) => name,
  ),
])

it.each(dashboards)('every metric that %s queries exists (docs/operating.md)', (path) => {
  const queried = [...read(path).matchAll(/heatfleet_\w+/g)]
    .map(([name]) => name)
    .map((name) => name.replace(/_bucket$/, ''))
  expect(queried.length).toBeGreaterThan(3)
  expect(queried.filter((name) => !KNOWN.has(name))).toEqual([])
  expect(JSON.parse(read(path))).toMatchObject({ schemaVersion: 39, panels: expect.arrayContaining([]) })
})

it('there are dashboards of the fleet and of the processes', () => {
  expect(dashboards.map((path) => path.split('/').at(-1)).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'fleet.json',
    'processes.json',
  ])
})
