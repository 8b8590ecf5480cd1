import { MAX_BLOCKS } from '@heatfleet/contract/device-protocol/report-block.ts'
import { expect, test } from 'vitest'
import { EXAMPLE_UNIT, WINTER_NOON_S } from './example-unit.ts'
import { createReporter, dueReport, reportAllSoon } from './reporter.ts'
import { createUnit } from './unit.ts'

test('a plan of more blocks than a report holds is sent in several reports, each block once', () => {
  const reporter = createReporter(createUnit(EXAMPLE_UNIT, 1, WINTER_NOON_S - 3600, WINTER_NOON_S), 0)
  const names = Array.from({ length: MAX_BLOCKS + 4 }, (_, n) => `b${n}`)
  reporter.plan = { ...reporter.plan, blk: names.map((n, at) => ({ n, a: 1, f: 3, s: at, q: 1, per: 300 })) }
  reportAllSoon(reporter, WINTER_NOON_S)
  const next = () =>
    dueReport(reporter, WINTER_NOON_S, WINTER_NOON_S, WINTER_NOON_S, { rssi_dbm: -60, csq: null })?.blocks.map(
      ({ start }) => start,
    )
  expect(next()).toEqual(names.slice(0, MAX_BLOCKS).map((_, at) => at))
  expect(next()).toEqual(names.slice(MAX_BLOCKS).map((_, at) => MAX_BLOCKS + at))
  expect(next()).toBeUndefined()
})
