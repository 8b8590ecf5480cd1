import { describe, expect, it } from 'vitest'
import { addDays, addMonths, monthWeeks } from './calendar-days.ts'

describe('days of the calendar', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
  ])('%s and %i months is %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected)
  })

  it('go over the ends of months and years', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
  })

  it('are whole weeks from Monday on that hold the month', () => {
    const weeks = monthWeeks('2026-11-21')
    expect(weeks.map(([first]) => first)).toEqual([
      '2026-10-26',
      '2026-11-02',
      '2026-11-09',
      '2026-11-16',
      '2026-11-23',
      '2026-11-30',
    ])
    expect(weeks.every((week) => week.length === 7)).toBe(true)
    expect(monthWeeks('2027-02-10')).toHaveLength(4)
  })
})
