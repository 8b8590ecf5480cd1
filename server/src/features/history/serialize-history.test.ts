import fc from 'fast-check'
import { expect, it } from 'vitest'
import { serializeHistory } from './serialize-history.ts'

it('is the answer it was written from, whether or not points have the same times', () => {
  const figures = fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }).map((figure) => figure + 0)))
  const times = fc.array(fc.nat(3), { maxLength: 4 })
  const series = fc.record({
    mac: fc.string(),
    key: fc.string(),
    t: times,
    v: figures,
    min: fc.option(figures),
    max: fc.option(figures),
  })
  const history = fc.record({
    from: fc.nat(),
    to: fc.nat(),
    bucket_s: fc.nat(),
    truncated: fc.boolean(),
    series: fc.array(series, { maxLength: 4 }),
    quality: fc.array(fc.record({ mac: fc.string(), key: fc.string(), t: times, q: times })),
  })
  fc.assert(
    fc.property(history, (answer) => {
      expect(JSON.parse(serializeHistory(answer).pieces.join(''))).toEqual(JSON.parse(JSON.stringify(answer)))
    }),
    { seed: 20_261_123, numRuns: 500 },
  )
})
