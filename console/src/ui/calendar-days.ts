import { zoneInUse } from './display.ts'

const DAY_MS = 86_400_000

const text = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** The day it is now in the zone that is shown, `2026-11-21`. */
export const today = (): string => new Intl.DateTimeFormat('sv', { timeZone: zoneInUse() }).format()

export const addDays = (day: string, days: number): string => text(Date.parse(day) + days * DAY_MS)

/** The same day of another month, or its last one. */
export const addMonths = (day: string, months: number): string => {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  const last = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months + 1, 0)
  const wanted = Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, Number(day.slice(8)))
  return text(Math.min(last, wanted))
}

/** Weeks begin on Monday in each language of the console: its English is British. 0 = Sunday. */
const FIRST_WEEKDAY = 1

/** The whole weeks that hold the month of a day. */
export const monthWeeks = (day: string): string[][] => {
  const first = `${day.slice(0, 7)}-01`
  const start = addDays(first, -((new Date(first).getUTCDay() - FIRST_WEEKDAY + 7) % 7))
  const weeks: string[][] = []
  for (let from = start; weeks.length === 0 || from.slice(0, 7) === day.slice(0, 7); from = addDays(from, 7))
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(from, at)))
  return weeks
}
