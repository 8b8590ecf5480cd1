import { deviceDays } from '@heatfleet/contract/device-days/device-days.ts'
import { describe, expect, it } from 'vitest'
import { filledDays, usesOf } from './energy-option.ts'

const [day] = deviceDays.deviceDays.example.days
if (day === undefined) throw new Error('the example has a day')
const on = (date: string, changes: object = {}) =>
  ({ ...day, ...changes, day: date }) as Parameters<typeof usesOf>[0][number]

describe('days of the chart', () => {
  it('are all of the period: one without figures stays empty', () => {
    const days = filledDays([on('2026-02-28'), on('2026-03-02')], '2026-02-27', '2026-03-02')
    expect(days.map(({ day, figures }) => [day, figures !== null])).toEqual([
      ['2026-02-27', false],
      ['2026-02-28', true],
      ['2026-03-01', false],
      ['2026-03-02', true],
    ])
  })

  it('name the uses that have energy: a unit that never cools has no cooling', () => {
    const zero = { heat_cooling_kwh: 0, electricity_cooling_kwh: 0 }
    expect(usesOf([on('2026-02-28', zero)])).toEqual(['heating'])
    expect(usesOf([on('2026-02-28', zero), on('2026-03-01', { electricity_cooling_kwh: 0.2 })])).toEqual([
      'heating',
      'cooling',
    ])
  })
})
