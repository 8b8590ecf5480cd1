import type { energyReports } from '@heatfleet/contract/energy-reports/energy-reports.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { serveList } from '../../sheets/write-sheet.ts'
import { drawBranded, reportTexts } from '../analysis-reports/public.ts'
import { findDayUnit, readPeriod } from '../device-days/public.ts'
import type { ReportsDeps } from '../history/public.ts'
import { energyReport } from './energy-report.ts'
import { findUnitNames } from './store.ts'

type Deps = ReportsDeps & Pick<AppContext, 'exports_folder'>

/** Energy reports of one unit. */
export const energyReportHandlers = (deps: Deps) =>
  ({
    energyReportPdf: async ({ query: { mac, from, to, language, time_zone } }, { caller, signal, note }) => {
      note({ object: `device ${mac}`, detail: { from, to, language } })
      const { db } = deps.database
      const names = await findUnitNames(db, caller.scope, mac)
      const unit = await findDayUnit(db, caller.scope, mac)
      if (names === undefined || unit === undefined) throw new Refusal('device_not_found', { field: 'mac' })
      const period = await readPeriod(deps, unit, { from, to })
      const before = await readPeriod(deps, unit, { from: yearBefore(from), to: yearBefore(to) })
      const texts = reportTexts(language)
      const drawn = energyReport({ names, from, to, period, before }, texts)
      const file = await drawBranded(deps, caller, { drawn, texts, time_zone }, signal)
      return serveList(deps.exports_folder, drawn.title.replaceAll(/[\\/:*?"<>|]/g, '-'), 'pdf', file)
    },
  }) satisfies Pick<Handlers, keyof typeof energyReports>

/** The same day a year before; of 29 February the 28th. */
const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`
