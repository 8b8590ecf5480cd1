import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportOutcomes } from './large-export.ts'
import { Result, reportOf, spreadOf } from './result.ts'
import { listOutcomes } from './scoped-lists.ts'

const RESULTS = join(import.meta.dirname, '..', 'results')
const same = (figure: number) => ({ min: figure, median: figure, max: figure })

it.each(readdirSync(RESULTS))('%s is a result document', (file) => {
  const result = Result.parse(JSON.parse(readFileSync(join(RESULTS, file), 'utf8')))
  expect(result.outcomes.length).toBeGreaterThan(0)
  expect(reportOf(result)).toContain('targets met')
})

it('a figure that was not measured is refused', () => {
  expect(() => spreadOf([1, Number.NaN])).toThrow()
  expect(spreadOf([3, 1, 2])).toEqual({ min: 1, median: 2, max: 3 })
})

describe('a list of 20 rows', () => {
  const missedOf = (p99_ms: number, share: number): string[] => {
    const [product_us, database_us] = [same(400), same(900)]
    const figures = { p99_ms: same(p99_ms), share_of_peer: same(share), product_us, database_us }
    const list = { name: 'page 1', targets: ['p99', 'share_of_peer'] as const, ...figures }
    const cases = [
      { ...list, viewer: 'admin' as const },
      { ...list, viewer: 'county' as const },
      { ...list, name: 'last page', viewer: 'admin' as const },
    ]
    return listOutcomes(cases).flatMap(({ what, is_met }) => (is_met ? [] : [what]))
  }
  it('meets both targets', () => expect(missedOf(15, 0.6)).toEqual([]))
  it('misses its time', () => expect(missedOf(15.1, 0.6)).toHaveLength(3))
  it("misses its share of pgbench's rate", () => expect(missedOf(15, 0.59)).toHaveLength(3))
})

it.each([
  ['enough reports that do not wait', 9_000, 8.7, []],
  ['too few reports', 40, 8, ['reports acknowledged meanwhile, and alone']],
  ['reports that wait', 9_000, 8.9, ['PUBACK p99 meanwhile over alone']],
])('an export beside %s', (_, reports, p99_ms, missed) => {
  const rest = { share_of_psql: same(1), grown_mb: same(1), csv_first_byte_ms: same(1), puback_p99_alone_ms: same(8) }
  const outcomes = exportOutcomes(
    { ...rest, puback_p99_meanwhile_ms: same(p99_ms) },
    { alone: { reports: 9_000 }, meanwhile: { reports } },
  )
  expect(outcomes.flatMap(({ what, is_met }) => (is_met ? [] : [what]))).toEqual(missed)
})
