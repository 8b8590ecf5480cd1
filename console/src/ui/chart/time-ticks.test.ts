import { afterEach, describe, expect, it } from 'vitest'
import { BROWSER_ZONE, readDisplay, useDisplay } from '../display.ts'
import { timeTicks } from './time-ticks.ts'

afterEach(() => useDisplay.setState(readDisplay(null)))

/** A zone with an offset of quarter hours, and one with a DST shift of half an hour; neither is the tests' own. */
const KATHMANDU = 'Asia/Kathmandu'
const LORD_HOWE = 'Australia/Lord_Howe'

const ticksOf = (time_zone: string, from: string, to: string) => {
  useDisplay.setState({ time_zone })
  return timeTicks(Date.parse(from), Date.parse(to))?.map((at) => new Date(at).toISOString().slice(0, 16))
}

describe('ticks of a time axis', () => {
  it.each([
    // Kathmandu is UTC+5:45.
    ['ten minutes', '2026-11-24T00:00Z', '2026-11-24T01:10Z', 7, '2026-11-24T00:05', '2026-11-24T01:05'],
    ['three hours', '2026-11-23T00:00Z', '2026-11-24T00:00Z', 8, '2026-11-23T00:15', '2026-11-23T21:15'],
    ['midnights', '2026-11-17T00:00Z', '2026-11-24T00:00Z', 7, '2026-11-17T18:15', '2026-11-23T18:15'],
    // The Mondays of a month, then the first days of months.
    ['Mondays', '2026-10-25T00:00Z', '2026-11-24T00:00Z', 5, '2026-10-25T18:15', '2026-11-22T18:15'],
    ['months', '2025-11-24T00:00Z', '2026-11-24T00:00Z', 6, '2025-12-31T18:15', '2026-10-31T18:15'],
    ['nothing within', '2026-11-24T00:00:10Z', '2026-11-24T00:00:20Z', 0, undefined, undefined],
  ])('are %s: from %s to %s', (_, from, to, count, first, last) => {
    const ticks = ticksOf(KATHMANDU, from, to)
    expect([ticks?.length, ticks?.at(0), ticks?.at(-1)]).toEqual([count, first, last])
  })

  it('are midnights on both sides of a clock change', () => {
    expect(ticksOf(LORD_HOWE, '2026-10-02T00:00Z', '2026-10-06T00:00Z')).toEqual([
      '2026-10-02T13:30',
      '2026-10-03T13:30',
      '2026-10-04T13:00',
      '2026-10-05T13:00',
    ])
  })

  it('are left to the chart in the zone of the browser', () => {
    expect(ticksOf(BROWSER_ZONE, '2026-11-23T00:00Z', '2026-11-24T00:00Z')).toBeUndefined()
    expect(ticksOf('', '2026-11-23T00:00Z', '2026-11-24T00:00Z')).toBeUndefined()
  })
})
