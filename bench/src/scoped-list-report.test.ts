import { describe, expect, it } from 'vitest'
import { verdictsOf } from './scoped-list-report.ts'
import type { CaseResult } from './scoped-list-turns.ts'

const same = (figure: number) => ({ min: figure, median: figure, max: figure })
const caseOf = (p99_ms: number, peer_p99_ms: number | null, share = 0.7): CaseResult => ({
  name: 'page 1',
  reach: 'administrator',
  total: 20,
  rows: 20,
  statements: 2,
  rate: same(500),
  p50_ms: same(2),
  p95_ms: same(9),
  p99_ms: same(20),
  paced: [
    { pace: 0.7, p50_ms: same(2), p99_ms: same(p99_ms), peer_p99_ms: peer_p99_ms === null ? null : same(peer_p99_ms) },
  ],
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
    ['later than 15 ms, and than the database alone', 16, 9, false],
    ['later than 15 ms, and the database alone as late', 26, 26, true],
    ['later than 15 ms beside a peer that does not tell', 16, null, false],
  ])('%s', (_, p99_ms, peer_p99_ms, is_met) => {
    const verdict = verdictsOf({ cases: [caseOf(p99_ms, peer_p99_ms)] }).find(({ what }) => what.includes('p99'))
    expect(verdict?.is_met).toBe(is_met)
  })

  it.each([
    [0.6, true],
    [0.59, false],
  ])('has %s of the rate of the database alone', (share, is_met) => {
    const verdict = verdictsOf({ cases: [caseOf(9, 9, share)] }).find(({ what }) => what.includes('share'))
    expect(verdict?.is_met).toBe(is_met)
  })
})
