import { expect, test } from 'vitest'
import { EXAMPLE_UNIT } from './example-unit.ts'
import { saturationPressure } from './refrigerant.ts'
import { RUN } from './state.ts'
import { advanceUnit, createUnit, WARM_UP_S } from './unit.ts'
import { CLIMATES } from './weather.ts'

const LOOK_S = 5
const WATCHED_S = 300
/** Spring: there is heating, and it pauses. */
const FROM_S = Date.UTC(2026, 3, 10) / 1000
/** A start counts as pulled down once the low side has gone so much of its way. */
const PULLED_DOWN = 0.9

/** Time from each start within a day until the low pressure has come down, s. */
const pullDownTimes = (index: number): number[] => {
  const spec = { ...EXAMPLE_UNIT, did: `a8032a00${String(1000 + index)}`, climate: CLIMATES[index % 4] ?? 'ulm' }
  const unit = createUnit(spec, index, FROM_S - WARM_UP_S, FROM_S)
  const { state } = unit.board.plant
  const looks: { run: number; run_s: number; bar: number }[] = []
  for (let at_s = FROM_S; at_s < FROM_S + 86_400; at_s += LOOK_S) {
    advanceUnit(unit, at_s)
    looks.push({ run: state.run, run_s: state.run_s, bar: saturationPressure(state.t_evap) })
  }
  return looks.flatMap(({ run }, at) => {
    if (run !== RUN.heating || looks[at - 1]?.run !== RUN.idle) return []
    const start = looks.slice(at, at + WATCHED_S / LOOK_S)
    if (start.length < WATCHED_S / LOOK_S || start.some((look) => look.run !== RUN.heating)) return []
    const [from, to] = [looks[at - 1]?.bar ?? 0, start.at(-1)?.bar ?? 0]
    return [LOOK_S * (1 + start.findIndex(({ bar }) => from - bar >= PULLED_DOWN * (from - to)))]
  })
}

test('the low pressure comes down within one to three minutes of a start', () => {
  const times = Array.from({ length: 24 }, (_, index) => pullDownTimes(index)).flat()
  process.stdout.write(`pull-down: ${times.length} starts, ${Math.min(...times)} to ${Math.max(...times)} s\n`)
  expect(times.length).toBeGreaterThan(20)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(60)
  expect(Math.max(...times)).toBeLessThanOrEqual(180)
})
