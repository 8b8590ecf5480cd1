import { DeviceDay } from '@heatfleet/contract/device-days/device-days.ts'
import { totalsByMonth, totalsOf } from '@heatfleet/contract/device-days/totals.ts'
import type { ReportsDeps } from '../history/public.ts'
import { computeDays, zoneOf } from './compute-days.ts'
import { zoneDays } from './days.ts'
import { type DayUnit, listDays } from './store.ts'

/** Daily figures of a unit in a period of its own days, with totals by month and of all of it. */
export const readPeriod = async (deps: ReportsDeps, unit: DayUnit, { from, to }: { from: string; to: string }) => {
  const { db } = deps.database
  const time_zone = zoneOf(unit)
  const zone = zoneDays(time_zone)
  const today = zone.at(deps.clock.now())
  const stored = await listDays(db, unit.device_id, { from, to })
  // What lasts is computed anew: the background task does so once an hour.
  const yesterday = zone.at(zone.of(today).from_ms - 1)
  const open = [yesterday, today].filter(
    (day) => day >= from && day <= to && stored.find((one) => one.day === day)?.is_complete !== true,
  )
  const fresh = await computeDays(deps, [{ unit, days: open }])
  const days = [
    ...stored.filter(({ day }) => !open.includes(day)),
    ...fresh.map((row) => DeviceDay.parse(row)),
  ].toSorted((one, other) => one.day.localeCompare(other.day))
  return { time_zone, today, days, months: totalsByMonth(days), total: totalsOf(days) }
}
export type PeriodDays = Awaited<ReturnType<typeof readPeriod>>
