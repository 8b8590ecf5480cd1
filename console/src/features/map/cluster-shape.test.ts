import type { MapCluster } from '@heatfleet/contract/map/map.ts'
import { describe, expect, it } from 'vitest'
import { fanOf, ringOf, sizeOf, worstOfCluster, worstOfUnit } from './cluster-shape.ts'

const cluster = (part: Partial<MapCluster>): MapCluster => ({
  lat: 0,
  lon: 0,
  count: 10,
  online: 10,
  offline: 0,
  alarm: 0,
  severity: null,
  box: { west: 0, south: 0, east: 0, north: 0 },
  ...part,
})

describe('the worst of a cluster', () => {
  it.each([
    [{}, 'online'],
    [{ online: 9, offline: 1 }, 'offline'],
    [{ online: 0, offline: 0 }, 'never'],
    [{ online: 9, offline: 1, alarm: 1, severity: 'info' }, 'info'],
    [{ alarm: 2, severity: 'critical' }, 'critical'],
  ] as const)('of %j is %s', (part, worst) => expect(worstOfCluster(cluster(part))).toBe(worst))

  it('of a unit is its alarm before its connection', () => {
    expect(worstOfUnit({ alarm_severity: 'minor', online_status: 'offline' })).toBe('minor')
    expect(worstOfUnit({ alarm_severity: null, online_status: 'never' })).toBe('never')
  })
})

it.each([
  { count: 10, online: 6, offline: 3, alarm: 2 },
  { count: 3, online: 0, offline: 0, alarm: 3 },
  { count: 1_000_000, online: 900_000, offline: 50_000, alarm: 0 },
])('the ring of %j is whole', (part) => {
  expect(ringOf(cluster(part)).reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9)
})

it('clusters grow with their number, up to a limit', () => {
  expect(sizeOf(2)).toBeLessThan(sizeOf(200))
  expect(sizeOf(1_000_000_000)).toBe(60)
})

it.each([2, 7, 12, 13, 50])('%i units fan out without overlap', (count) => {
  const places = fanOf(count)
  for (const [at, one] of places.entries())
    for (const other of places.slice(at + 1)) expect(Math.hypot(one.x - other.x, one.y - other.y)).toBeGreaterThan(15)
})
