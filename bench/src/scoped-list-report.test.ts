import { describe, expect, it } from 'vitest'
import { verdictsOf } from './scoped-list-report.ts'
import type { CaseResult } from './scoped-list-turns.ts'

const same = (figure: number) => ({ min: figure, median: figure, max: figure })
const pacedAt = (pace: number, p99_ms: number, peer_p99_ms: number | null) => ({
  pace,
  p50_ms: same(2),
  p99_ms: same(p99_ms),
  peer_p99_ms: peer_p99_ms === null ? null : same(peer_p99_ms),
})
const caseOf = (paced: CaseResult['paced'], share = 0.7): CaseResult => ({
  name: 'page 1',
  reach: 'administrator',
  total: 20,
  rows: 20,
  statements: 2,
  rate: same(500),
  p50_ms: same(2),
  p95_ms: same(9),
  p99_ms: same(20),
  paced,
  product_us: same(400),
  database_us: same(900),
  peer_rate: same(800),
  peer_p99_ms: same(14),
  share_of_peer: same(share),
  targets: ['p99', 'share_of_peer'],
})

describe('a list of 20 rows', () => {
  it.each([
    ['within 15 ms', 14, 9, true],
    ['later than 15 ms, the database alone not', 16, 9, false],
    ['later than 15 ms, as the database alone', 16, 16, false],
  ])('at a third of the highest rate: %s', (_, p99_ms, peer_p99_ms, is_met) => {
    const verdicts = verdictsOf({ cases: [caseOf([pacedAt(0.35, p99_ms, peer_p99_ms)])] })
    expect(verdicts.find(({ what }) => what.includes('p99'))?.is_met).toBe(is_met)
  })

  it.each([
    [
      'half as late as the database alone and twice as late',
      [
        [10, 20],
        [40, 20],
      ],
      1,
      true,
    ],
    [
      'each a little later',
      [
        [21, 20],
        [42, 40],
      ],
      1.05,
      false,
    ],
  ] as const)('at 70 % all lists are judged together: %s', (_, lists, figure, is_met) => {
    const cases = lists.map(([p99_ms, peer_p99_ms]) => caseOf([pacedAt(0.7, p99_ms, peer_p99_ms)]))
    const p99 = verdictsOf({ cases }).filter(({ what }) => what.includes('p99'))
    expect(p99).toEqual([expect.objectContaining({ figure, is_met })])
  })

  it('is not held against a peer that does not tell', () => {
    const verdicts = verdictsOf({ cases: [caseOf([pacedAt(0.7, 40, null)])] })
    expect(verdicts.filter(({ what }) => what.includes('p99'))).toEqual([])
  })

  it.each([
    [0.6, true],
    [0.59, false],
  ])('has %s of the rate of the database alone', (share, is_met) => {
    const verdict = verdictsOf({ cases: [caseOf([], share)] }).find(({ what }) => what.includes('share'))
    expect(verdict?.is_met).toBe(is_met)
  })
})
