import { DeviceDay } from '@heatfleet/contract/device-days/device-days.ts'
import { totalsByMonth, totalsOf } from '@heatfleet/contract/device-days/totals.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Handlers } from '../../handler.ts'
import type { ReportsDeps } from '../history/public.ts'
import { computeDays, zoneOf } from './compute-days.ts'
import { zoneDays } from './days.ts'
import { findDayUnit, listDays } from './store.ts'

/** Daily figures of one unit. */
export const deviceDayHandlers = (deps: ReportsDeps) =>
  ({
    deviceDays: async ({ body: { mac, from, to } }, { caller }) => {
      const { db } = deps.database
      const unit = await findDayUnit(db, caller.scope, mac)
      if (unit === undefined) throw new Refusal('device_not_found', { field: 'mac' })
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
    },
  }) satisfies Pick<Handlers, 'deviceDays'>
