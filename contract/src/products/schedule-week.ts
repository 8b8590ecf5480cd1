import { type Cell, cellKey, DAY_MINUTES, type Run, runsOf, type WeeklySchedule } from './schedules.ts'

/** A period of a day: minutes since midnight, and what holds during it. NaN = typed, and none. */
export type Period = { start: number; end: number | null; value: number | null }
/** Periods of a run by their place on the board; null = not used. */
export type RunPeriods = { run: Run; periods: (Period | null)[] }
export type Week = RunPeriods[]

/** What is wrong with a period; `key` = the point of the cell. */
export type WeekProblem = {
  run: Run
  /** From 0. */
  period: number
  key: string
  code: 'not_a_time' | 'end_before_start' | 'not_in_order' | 'overlaps' | 'not_a_value' | 'above_max' | 'below_min'
}

/** Whether all cells of a schedule were read, or are sentinels of an unused period. */
export const isWeekRead = (schedule: WeeklySchedule, isKnown: (key: string) => boolean): boolean =>
  schedule.unused.length > 0 || runsOf(schedule).every((run) => isKnown(cellKey(schedule, run, 0, 'start')))

/** The week that values of points say. A period that starts when it ends, or holds a sentinel, is not used. */
export const weekOf = (schedule: WeeklySchedule, readingOf: (key: string) => number | undefined): Week =>
  runsOf(schedule).map((run) => ({
    run,
    periods: Array.from({ length: schedule.periods }, (_, period) => {
      const at = (cell: Cell) => readingOf(cellKey(schedule, run, period, cell))
      const [start, end] = [at('start'), schedule.end === null ? null : at('end')]
      if (start === undefined || end === undefined || start === end) return null
      // Boards without an end mark further periods by midnight.
      if (end === null && start === 0 && period > 0) return null
      return { start, end, value: schedule.value === null ? null : (at('value') ?? Number.NaN) }
    }),
  }))

/**
 * What keeps a week from being written: times that are none, a period that ends before it starts, one before or over the one
 * above it, a value outside its limits. Form and server run the same rule.
 */
export const checkWeek = (schedule: WeeklySchedule, week: Week): WeekProblem[] =>
  week.flatMap(({ run, periods }) => {
    const found: WeekProblem[] = []
    let before: Period | null = null
    for (const [period, one] of periods.entries()) {
      if (one === null) continue
      const add = (cell: Cell, code: WeekProblem['code']) =>
        found.push({ run, period, key: cellKey(schedule, run, period, cell), code })
      const { start, end } = one
      if (!isTime(start, DAY_MINUTES - 1)) add('start', 'not_a_time')
      else if (before !== null && start <= before.start) add('start', 'not_in_order')
      else if (before !== null && before.end !== null && start < before.end) add('start', 'overlaps')
      if (end !== null && !isTime(end, DAY_MINUTES)) add('end', 'not_a_time')
      else if (end !== null && end <= start) add('end', 'end_before_start')
      checkValue(schedule, one, (code) => add('value', code))
      before = one
    }
    return found
  })

/** Values of points that turn one week into another; an unused period is written as one that starts when it ends. */
export const weekChanges = (
  schedule: WeeklySchedule,
  week: Week,
  readingOf: (key: string) => number | undefined,
): { key: string; value: number }[] =>
  week.flatMap(({ run, periods }) =>
    periods.flatMap((one, period) => {
      const cells: [Cell, number | null][] =
        one === null
          ? [
              ['start', 0],
              ['end', schedule.end === null ? null : 0],
            ]
          : [
              ['start', one.start],
              ['end', one.end],
              ['value', one.value],
            ]
      // What is unused already stays as the board has it.
      if (one === null && isUnused(schedule, run, period, readingOf)) return []
      return cells.flatMap(([cell, value]) => {
        const key = cellKey(schedule, run, period, cell)
        return value === null || readingOf(key) === value ? [] : [{ key, value }]
      })
    }),
  )

const isUnused = (
  schedule: WeeklySchedule,
  run: Run,
  period: number,
  readingOf: (key: string) => number | undefined,
): boolean => weekOf(schedule, readingOf).find((one) => one.run === run)?.periods[period] === null

const isTime = (minutes: number, max: number): boolean => Number.isInteger(minutes) && minutes >= 0 && minutes <= max

const checkValue = (
  { value: limits }: WeeklySchedule,
  { value }: Period,
  add: (code: WeekProblem['code']) => void,
): void => {
  if (limits === null) return
  if (value === null || !Number.isFinite(value)) add('not_a_value')
  else if (value > limits.max) add('above_max')
  else if (value < limits.min) add('below_min')
}
