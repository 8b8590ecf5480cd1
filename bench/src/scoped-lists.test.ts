import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REACHES } from './fleet-generator.ts'
import { reportOf } from './scoped-list-report.ts'
import { measureScopedLists } from './scoped-lists.ts'

// The short form proves that generator, product and measurement fit together; it judges no time.
test('every question of W5 is answered on a small fleet, and each person is told of his own devices', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'heatfleet-bench-'))
  try {
    const size = { devices: 2_000, concurrency: 2, seconds: 0.02, repeats: 1, is_pinned: false }
    const result = await measureScopedLists({ ...size, data_dir, say: () => {} })
    const { administrator, province, city, county } = result.fleet.seen_by
    expect(administrator).toBe(2_000)
    expect(province).toBeLessThan(administrator)
    expect(city).toBeLessThan(province)
    expect(county).toBeLessThan(city)
    expect(Math.min(...REACHES.map((reach) => result.fleet.seen_by[reach]))).toBeGreaterThan(0)
    expect(result.cases.filter(({ rows }) => rows === 0).map(({ name }) => name)).toEqual([])
    expect(result.cases.filter(({ statements }) => statements < 2).map(({ name }) => name)).toEqual([])
    expect(result.cases.filter(({ peer_rate }) => !(peer_rate.min > 0)).map(({ name }) => name)).toEqual([])
    expect(reportOf(result)).toContain('targets met')
  } finally {
    rmSync(data_dir, { recursive: true, force: true })
  }
})
