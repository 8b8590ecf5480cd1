import { describe, expect, it } from 'vitest'
import { recordedBy } from './replay-track.ts'

const track = {
  at_s: [10, 70, 130],
  values: { t_out: [30, 31, null], power: [1, 0, 1], never: [null, null, 5] },
}
const recorded = recordedBy(track, (now_s) => now_s)

describe('a recorded day', () => {
  it.each([
    ['before the first report its values', 't_out', 0, 30],
    ['at a report its values', 't_out', 70, 31],
    ['between reports those of the last one', 'power', 129, 0],
    ['what was not read keeps what it held', 't_out', 131, 31],
    ['what was never read until then is not known', 'never', 129, null],
    ['a point that was not recorded is not known', 'other', 70, null],
  ] as const)('%s', (_, key, now_s, expected) => {
    expect(recorded(key, now_s)).toBe(expected)
  })
})
