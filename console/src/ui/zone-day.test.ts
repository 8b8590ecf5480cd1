import { afterEach, describe, expect, it } from 'vitest'
import { readDisplay, useDisplay } from './display.ts'
import { dayEnd, dayOf, dayStart } from './zone-day.ts'

afterEach(() => useDisplay.setState(readDisplay(null)))

describe('a day of the display zone', () => {
  it.each([
    ['UTC', '2026-11-24', '2026-11-24T00:00:00.000Z', '2026-11-24T23:59:59.999Z'],
    ['Asia/Shanghai', '2026-11-24', '2026-11-23T16:00:00.000Z', '2026-11-24T15:59:59.999Z'],
    ['America/Sao_Paulo', '2026-11-24', '2026-11-24T03:00:00.000Z', '2026-11-25T02:59:59.999Z'],
    // 23 hours long, and 25.
    ['Europe/Warsaw', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
    ['Europe/Warsaw', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
    // Begins at one o'clock.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.999Z'],
  ])('%s: %s is from %s to %s', (time_zone, day, start, end) => {
    useDisplay.setState({ time_zone })
    expect(dayStart(day)).toBe(start)
    expect(dayEnd(day)).toBe(end)
    expect([start, end].map(dayOf)).toEqual([day, day])
  })
})
