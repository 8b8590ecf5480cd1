import type { Tasks } from '../../platform/jobs.ts'
import type { ReportsDeps } from '../history/public.ts'
import { computeAndStore, unitsByNumber, type WantedDays, zoneOf } from './compute-days.ts'
import { zoneDays } from './days.ts'
import { deleteDue, fillDue, listDue, listOpen, listUnopened } from './store-computed.ts'
import { refreshDayReasons, refreshHealth } from './store-reasons.ts'

/** A turn ends after this time and the next one goes on: another task of this process waits no longer. */
const TURN_MS = 55_000
/** A day that lasts is computed again after this time; a screen of one unit computes it when it is read. */
const OPEN_EVERY_MS = 3_600_000
/** A unit that has reported within this time has a day that lasts. */
const UNOPENED_SINCE_MS = 2 * 86_400_000
/** What was computed so far in the future was so by a clock that was set back since. */
const AHEAD_MS = 60_000
/** UTC days, and units, of one transaction. */
const DUE_AT_ONCE = 300
const UNITS_AT_ONCE = 50

/** Keeps daily figures: of days that last every hour, of days that are over once, and again when reports of them came late. */
export const deviceDayTasks = (deps: ReportsDeps) =>
  ({
    'device-days': {
      crontab: '* * * * *',
      run: async (_, signal) => {
        await computeDueDays(deps, signal)
      },
    },
    'device-health': {
      crontab: '* * * * *',
      run: () => refreshHealth(deps.database.db, new Date(deps.clock.now())),
    },
    'device-day-reasons': {
      crontab: '7,37 * * * *',
      run: () => refreshDayReasons(deps.database.db, new Date(deps.clock.now())),
    },
  }) satisfies Tasks

/** One turn; gives the number of days that were computed. */
export const computeDueDays = async (deps: ReportsDeps, signal: AbortSignal): Promise<number> => {
  const end_ms = deps.clock.now() + TURN_MS
  const isOver = (): boolean => signal.aborted || deps.clock.now() >= end_ms
  let computed = await openUnits(deps, isOver)
  for (let is_done = false; !is_done; ) {
    is_done = true
    // In turn: many of the one do not keep the other waiting.
    for (const step of [refreshOpen, computeLate]) {
      if (isOver()) return computed
      const done = await step(deps)
      if (done === null) continue
      is_done = false
      computed += done
    }
  }
  if (computed > 0) deps.log.debug({ computed }, 'daily figures')
  return computed
}

/** Each step gives how many days it computed; null = nothing to do. */
type Step = (deps: ReportsDeps) => Promise<number | null>

/** Days that last, and those that were over since: then the day that lasts now too. */
const refreshOpen: Step = async (deps) => {
  const { db } = deps.database
  const now_ms = deps.clock.now()
  const times = { before: new Date(now_ms - OPEN_EVERY_MS), ahead: new Date(now_ms + AHEAD_MS) }
  const open = await listOpen(db, times, UNITS_AT_ONCE)
  if (open.length === 0) return null
  const units = await unitsByNumber(
    deps,
    open.map(({ device_id }) => device_id),
  )
  const wanted = [...Map.groupBy(open, ({ device_id }) => device_id)].flatMap(([device_id, days]): WantedDays[] => {
    const unit = units.get(device_id)
    if (unit === undefined) return []
    const today = zoneDays(zoneOf(unit)).at(deps.clock.now())
    return [{ unit, days: [...new Set([...days.map(({ day }) => day), today])] }]
  })
  return computeAndStore(deps, wanted)
}

/** Units that report for the first time, or again: each once in a turn, whatever comes of it. */
const openUnits = async (deps: ReportsDeps, isOver: () => boolean): Promise<number> => {
  const now_ms = deps.clock.now()
  const times = { since: new Date(now_ms - UNOPENED_SINCE_MS), computed_before: new Date(now_ms - OPEN_EVERY_MS) }
  let computed = 0
  for (let after_id = 0; !isOver(); ) {
    const ids = await listUnopened(deps.database.db, times, after_id, UNITS_AT_ONCE)
    const last = ids.at(-1)
    if (last === undefined) break
    const units = await unitsByNumber(deps, ids)
    const wanted = [...units.values()].map((unit) => ({ unit, days: lastTwoDays(zoneOf(unit), now_ms) }))
    computed += await computeAndStore(deps, wanted)
    after_id = last
  }
  return computed
}

const lastTwoDays = (time_zone: string, now_ms: number): string[] => {
  const zone = zoneDays(time_zone)
  const today = zone.at(now_ms)
  return [zone.at(zone.of(today).from_ms - 1), today]
}

/** Days with new segments: compacted, sent late, or of an older version. */
const computeLate: Step = async (deps) => {
  const { db } = deps.database
  const due = await listDue(db, DUE_AT_ONCE)
  if (due.length === 0) return (await fillDue(db, UNITS_AT_ONCE)) ? 0 : null
  const units = await unitsByNumber(
    deps,
    due.map(({ device_id }) => device_id),
  )
  const now_ms = deps.clock.now()
  const wanted = [...Map.groupBy(due, ({ device_id }) => device_id)].flatMap(([device_id, days]): WantedDays[] => {
    const unit = units.get(device_id)
    if (unit === undefined) return []
    const zone = zoneDays(zoneOf(unit))
    const today = zone.at(now_ms)
    // Days that have not begun are computed when they last.
    const local = days.flatMap(({ day }) => zone.ofUtcDay(day)).filter((day) => day <= today)
    return [{ unit, days: [...new Set(local)] }]
  })
  const computed = await computeAndStore(deps, wanted)
  await deleteDue(db, due)
  return computed
}
