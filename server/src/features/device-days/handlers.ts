import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Handlers } from '../../handler.ts'
import type { ReportsDeps } from '../history/public.ts'
import { readPeriod } from './read-period.ts'
import { findDayUnit } from './store.ts'

/** Daily figures of one unit. */
export const deviceDayHandlers = (deps: ReportsDeps) =>
  ({
    deviceDays: async ({ body: { mac, from, to } }, { caller }) => {
      const unit = await findDayUnit(deps.database.db, caller.scope, mac)
      if (unit === undefined) throw new Refusal('device_not_found', { field: 'mac' })
      return readPeriod(deps, unit, { from, to })
    },
  }) satisfies Pick<Handlers, 'deviceDays'>
