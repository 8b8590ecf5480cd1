import { expect, it } from 'vitest'
import { mergeClose } from './merge-close.ts'
import type { ClusterRow } from './store.ts'

const row = (x: number, count: number, more: Partial<ClusterRow> = {}): ClusterRow => ({
  count,
  online: count,
  offline: 0,
  alarm: 0,
  severity: 0,
  x,
  y: 0,
  x0: x,
  x1: x,
  y0: 0,
  y1: 0,
  mac: count === 1 ? 'a' : null,
  device_name: null,
  accuracy_m: null,
  ...more,
})

it('clusters that would lie on each other become one with all their units', () => {
  const merged = mergeClose([row(0, 1, { alarm: 1, severity: 3 }), row(30, 3), row(100, 2)], 40)
  expect(merged).toHaveLength(2)
  expect(merged[0]).toMatchObject({ count: 4, online: 4, alarm: 1, severity: 3, x: 22.5, x0: 0, x1: 30, mac: null })
  expect(merged[1]).toMatchObject({ count: 2, x: 100 })
})

it('nothing is merged where nothing is near, and no unit is lost', () => {
  const rows = Array.from({ length: 60 }, (_, at) => row(at * 11, (at % 7) + 1))
  expect(mergeClose(rows, 0)).toHaveLength(60)
  for (const least of [5, 12, 40, 1_000]) {
    const merged = mergeClose(rows, least)
    const units = (list: ClusterRow[]) => list.reduce((sum, { count }) => sum + count, 0)
    expect(units(merged)).toBe(units(rows))
  }
})
