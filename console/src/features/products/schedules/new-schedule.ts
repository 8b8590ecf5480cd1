import { WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'

/** A new schedule: seven days of four periods with start, end and target, one register each; its key is none that is taken. */
export const newSchedule = (
  schedules: readonly WeeklySchedule[],
  names: WeeklySchedule['names'],
  value_names: WeeklySchedule['names'],
): WeeklySchedule => {
  let nr = 1
  const keyOf = () => (nr === 1 ? 'week' : `week_${nr}`)
  while (schedules.some(({ key }) => key === keyOf())) nr++
  return WeeklySchedule.parse({
    key: keyOf(),
    names,
    address: 0,
    days: 'each_day',
    periods: 4,
    stride: 3,
    day_stride: 12,
    time_format: 'minutes',
    start: 0,
    end: 1,
    value: { offset: 2, names: value_names, unit: '°C', decimals: 0, min: 10, max: 30 },
  })
}
