import type {
  ReportCohort,
  ReportPeriod,
  ReportSchedule,
} from '@heatfleet/contract/analysis-reports/analysis-reports.ts'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/** A month and a day: every schedule has a time within it. */
const DAYS_AHEAD = 32

type ScheduleOf = {
  schedule: ReportSchedule
  at_hour: number
  weekday: number
  month_day: number
  time_zone: string
}

/** Number of the calendar day since 1970, by the clock of a zone. */
const dayAt = (time_zone: string, at_ms: number): number => Math.floor(zoneClock(time_zone).shown(at_ms) / DAY_MS)
/** 1 = Monday: 1 January 1970 was a Thursday. */
const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** The first time after `after`; null = none. An hour that the clock skips counts from the moment it is put on. Pure. */
export const nextRun = ({ schedule, at_hour, weekday, month_day, time_zone }: ScheduleOf, after: Date): Date | null => {
  if (schedule === 'none') return null
  const zone = zoneClock(time_zone)
  const today = dayAt(time_zone, after.getTime())
  for (let day = today; day <= today + DAYS_AHEAD; day += 1) {
    if (schedule === 'weekly' && weekdayOf(day) !== weekday) continue
    if (schedule === 'monthly' && new Date(day * DAY_MS).getUTCDate() !== month_day) continue
    const at_ms = zone.moment(day * DAY_MS + at_hour * HOUR_MS)
    if (at_ms > after.getTime()) return new Date(at_ms)
  }
  return null
}

const LAST_DAYS = { last_7: 7, last_30: 30, last_90: 90, last_365: 365 } as const

/** First and last day of a moving period: whole days, of which the last is over. Null = the cohort's own days. Pure. */
export const daysOf = (period: ReportPeriod, time_zone: string, now: Date): { from: string; to: string } | null => {
  if (period === 'fixed') return null
  const today = dayAt(time_zone, now.getTime())
  if (period === 'week') {
    const monday = today - weekdayOf(today) + 1
    return { from: dateOf(monday - 7), to: dateOf(monday - 1) }
  }
  if (period === 'month') {
    const first = today - new Date(today * DAY_MS).getUTCDate() + 1
    const last_of_before = new Date((first - 1) * DAY_MS)
    return { from: dateOf(first - last_of_before.getUTCDate()), to: dateOf(first - 1) }
  }
  return { from: dateOf(today - LAST_DAYS[period]), to: dateOf(today - 1) }
}

/** What is asked of the analysis for a cohort. Pure. */
export const partOf = (cohort: ReportCohort, period: ReportPeriod, time_zone: string, now: Date) => ({
  ...cohort,
  ...daysOf(period, time_zone, now),
  time_zone,
})
