import { z } from 'zod'
import { DeviceDaysPeriod, dayPeriodRules } from '../device-days/device-days.ts'
import { endpoints } from '../endpoint.ts'
import { TimeZone } from '../history/history.ts'
import { MESSAGE_LANGUAGES } from '../notification-policies/channel.ts'

export const energyReports = endpoints({
  energyReportPdf: {
    method: 'GET',
    path: '/device-inventory/energy-report-pdf',
    kind: 'read',
    of: 'history',
    needs: 'history:view',
    about: 'device',
    query: dayPeriodRules(
      DeviceDaysPeriod.extend({
        language: z.enum(MESSAGE_LANGUAGES).default('en'),
        /** In which the time it was made is written; its days are those of the unit. */
        time_zone: TimeZone.default('UTC'),
      }),
    ),
    gives: 'file',
    result: z.null(),
    fails: ['device_not_found'],
    says: 'The energy report of a unit as PDF: heat, electricity and seasonal COP of a period by use and by month, beside the same days a year before, under the brand of the caller’s distributor.',
    example: null,
  },
})
