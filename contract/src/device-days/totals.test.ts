import { describe, expect, it } from 'vitest'
import { type DeviceDay, deviceDays } from './device-days.ts'
import { totalsByMonth, totalsOf } from './totals.ts'

const [sample] = deviceDays.deviceDays.example.days
if (sample === undefined) throw new Error('the example has a day')
/** A day of 30 kWh heat and 10 kWh electricity, all of it heating. */
const day = (date: string, changes: Partial<DeviceDay> = {}): DeviceDay => ({
  ...(sample as DeviceDay), // the example is true to the schema
  day: date,
  heat_kwh: 30,
  heat_heating_kwh: 30,
  electricity_kwh: 10,
  electricity_heating_kwh: 10,
  ...changes,
})

describe('totals of days', () => {
  it('sum energies: the COP is of sums, not a mean of days', () => {
    const total = totalsOf([
      day('2026-01-01'),
      day('2026-01-02', { heat_kwh: 2, heat_heating_kwh: 2, electricity_kwh: 2, electricity_heating_kwh: 2 }),
    ])
    expect(total).toMatchObject({ days: 2, good_days: 2, heat_kwh: 32, electricity_kwh: 12, cop: 32 / 12 })
    expect(total.uses.heating).toEqual({ heat_kwh: 32, electricity_kwh: 12, cop: 32 / 12 })
    expect(total.uses.hot_water).toEqual({ heat_kwh: null, electricity_kwh: null, cop: null })
  })

  it('leave days of little quality out of the COP, not out of the sums', () => {
    const total = totalsOf([day('2026-01-01'), day('2026-01-02', { quality: 0.79, heat_kwh: 50 })])
    expect(total).toMatchObject({ days: 2, good_days: 1, heat_kwh: 80, cop: 3 })
  })

  it('of nothing are unknown, not zero', () => {
    expect(totalsOf([])).toMatchObject({ days: 0, heat_kwh: null, cop: null, starts: null })
    expect(totalsOf([day('2026-01-01', { electricity_kwh: 0.3, heat_kwh: 1 })]).cop).toBeNull()
  })

  it('come by month, the oldest first', () => {
    const months = totalsByMonth([day('2026-02-01'), day('2026-01-31'), day('2026-02-02')])
    expect(months.map(({ month, days }) => [month, days])).toEqual([
      ['2026-01', 1],
      ['2026-02', 2],
    ])
  })
})
