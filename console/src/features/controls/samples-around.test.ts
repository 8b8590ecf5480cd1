import { expect, it } from 'vitest'
import { samplesAround } from './samples-around.ts'

const FROM = 100_000
const TO = 102_000

it.each([
  [
    'the last before the command and the last after its end',
    [10_000, 90_000, 101_000, 110_000, 119_000],
    [1, 2, 3, 4, 5],
    { value: 2, at: 90_000 },
    { value: 5, at: 119_000 },
  ],
  ['nothing that clocks may have put before it', [97_000, 110_000], [1, 2], null, { value: 2, at: 110_000 }],
  ['no gaps', [90_000, 94_000, 110_000], [1, null, null], { value: 1, at: 90_000 }, null],
])('shows %s', (_, t, v, before, after) => {
  expect(samplesAround({ t, v }, FROM, TO)).toEqual({ before, after })
})

it('shows nothing of what was not reported', () => {
  expect(samplesAround(undefined, FROM, TO)).toEqual({ before: null, after: null })
})
