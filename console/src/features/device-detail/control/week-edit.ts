import type { Period, Week } from '@heatfleet/contract/products/schedule-week.ts'
import { DAY_MINUTES, type Run, type WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'

/** A new period lasts so long where the day has room, min. */
const NEW_MINUTES = 120

const changed = (week: Week, run: Run, periods: (before: (Period | null)[]) => (Period | null)[]): Week =>
  week.map((one) => (one.run === run ? { run, periods: periods(one.periods) } : one))

/** The week with another period in its place. */
export const withPeriod = (week: Week, run: Run, period: number, next: Period): Week =>
  changed(week, run, (periods) => periods.with(period, next))

/** The week without a period: those after it move up, since boards use the first ones. */
export const withoutPeriod = (week: Week, run: Run, period: number): Week =>
  changed(week, run, (periods) => [...periods.toSpliced(period, 1), null])

/** The week with one more period of a day, after its last one; the same week where the day is full. */
export const addedPeriod = (schedule: WeeklySchedule, week: Week, run: Run): Week =>
  changed(week, run, (periods) => {
    const used = periods.filter((one) => one !== null)
    if (used.length >= schedule.periods) return periods
    const last = used.at(-1)
    const after = last === undefined ? 360 : (last.end ?? last.start + NEW_MINUTES)
    const start = Math.min(after, DAY_MINUTES - 2)
    const end = Math.min(start + NEW_MINUTES, DAY_MINUTES)
    const value = schedule.value === null ? null : (last?.value ?? schedule.value.min)
    const all = [...used, { start, end: schedule.end === null ? null : end, value }]
    return periods.map((_, at) => all[at] ?? null)
  })

/** The week with the periods of one day on all days. */
export const withRunEverywhere = (week: Week, run: Run): Week => {
  const periods = week.find((one) => one.run === run)?.periods ?? []
  return week.map((one) => ({ run: one.run, periods: [...periods] }))
}

/** Minutes since midnight of an hour and a minute as typed; NaN = one of them is none. */
export const minutesOf = (hour: number, minute: number): number =>
  Number.isInteger(hour) && Number.isInteger(minute) && minute >= 0 && minute < 60 ? hour * 60 + minute : Number.NaN

/** Where a period lies on a strip of the day, %. */
export const stripOf = ({ start, end }: Period, next: Period | null): { left: number; width: number } | null => {
  const until = end ?? next?.start ?? DAY_MINUTES
  if (!(start >= 0 && until > start)) return null
  return { left: (start / DAY_MINUTES) * 100, width: ((Math.min(until, DAY_MINUTES) - start) / DAY_MINUTES) * 100 }
}
