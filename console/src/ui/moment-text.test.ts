import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import { describe, expect, it } from 'vitest'
import { dayEndOf, momentText, movedRange, parseClock, parseMoment } from './moment-text.ts'

const SHANGHAI = zoneClock('Asia/Shanghai')
const utc = (text: string): number => Date.parse(`${text}Z`)

describe('a typed moment', () => {
  it.each([
    ['2026-11-21 09:15', '2026-11-21T01:15'],
    ['2026-11-21T9:15', '2026-11-21T01:15'],
    [' 20261121  0915 ', '2026-11-21T01:15'],
    ['2026-11-21', '2026-11-20T16:00'],
  ])('%s is read in the zone', (typed, text) => {
    expect(parseMoment(typed, SHANGHAI)).toBe(utc(text))
  })

  it.each(['', '2026-11-31 09:15', '2026-11-21 24:00', '2026-11-21 09:60', '2026-11-21 09:15 x', '09:15'])(
    '%s is none',
    (typed) => {
      expect(parseMoment(typed, SHANGHAI)).toBeNull()
    },
  )

  it.each([
    ['7:05', '07:05'],
    ['2359', '23:59'],
    ['7', null],
    ['24:00', null],
  ])('the clock time %s is %s', (typed, time) => {
    expect(parseClock(typed)).toBe(time)
  })

  it('is written as it is read, and its day ends in the zone', () => {
    expect(momentText(utc('2026-11-20T16:00'), SHANGHAI)).toBe('2026-11-21 00:00')
    expect(dayEndOf(utc('2026-11-20T16:00'), SHANGHAI)).toBe(utc('2026-11-21T15:59:59.999'))
  })
})

describe('a period', () => {
  const day = (number: number): number => utc(`2026-11-${String(number).padStart(2, '0')}T00:00`)
  const week = { from: day(1), to: day(8) }

  it.each([
    ['one end', 'from', day(3), Infinity, day(3), day(8)],
    ['its start beyond its end: its length stays', 'from', day(10), Infinity, day(10), day(17)],
    [
      'its end before its start: its length stays',
      'to',
      day(1) - 86_400_000,
      Infinity,
      day(1) - 8 * 86_400_000,
      day(1) - 86_400_000,
    ],
    ['its end too far: the start follows', 'to', day(20), 10, day(10), day(20)],
    ['its start too far: the end follows', 'from', day(1), 3, day(1), day(4)],
    ['no end', 'to', null, 10, day(1), null],
  ] as const)('gets %s', (_, end, at, days_max, from, to) => {
    expect(movedRange(week, end, at, days_max)).toEqual({ from, to })
  })

  it('gets its first end', () => {
    expect(movedRange({ from: null, to: null }, 'to', day(3))).toEqual({ from: null, to: day(3) })
  })
})
