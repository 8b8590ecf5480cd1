import { describe, expect, it } from 'vitest'
import { compactedBounds, replayedFrom } from './past-bounds.ts'

const NOON = Date.UTC(2026, 10, 21, 12)
const text = (at_ms: number) => new Date(at_ms).toISOString().replace(':00.000Z', '')

describe('the past of a demo', () => {
  it.each([
    [0, '2026-11-21T12:00', []],
    [1, '2026-11-20T12:00', []],
    [2, '2026-11-20T00:00', ['2026-11-20T00:00', '2026-11-19T00:00']],
    [31, '2026-11-20T00:00', ['2026-11-20T00:00', '2026-10-21T00:00']],
    [365, '2026-11-20T00:00', ['2026-11-20T00:00', '2026-10-21T00:00', '2025-11-21T00:00']],
  ])('of %i days is replayed from %s, and packed before: %j', (days, replayed, packed) => {
    expect(text(replayedFrom({ days, made_at: NOON }))).toBe(replayed)
    expect(compactedBounds({ days, made_at: NOON }).map(text)).toEqual(packed)
  })
})
