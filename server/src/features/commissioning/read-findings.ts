import { COMMISSIONING_HOURS, type CommissioningFindings } from '@heatfleet/contract/commissioning/commissioning.ts'
import { cutColumns, dayFigures, dayPointsOf, listVersions, readColumns } from '../device-days/public.ts'
import { latestValues } from '../devices/public.ts'
import type { ReportsDeps } from '../history/public.ts'
import { checksOf, compareSettings } from './rules.ts'
import { findFirstReport, readAlarms, type Unit } from './store.ts'
import { waterFigures } from './water-figures.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What is found in the first hours of a unit, as of now; null = its board has sent nothing yet. */
export const readFindings = async (deps: ReportsDeps, unit: Unit): Promise<CommissioningFindings | null> => {
  const { db } = deps.database
  const { device_id, first_online_at } = unit
  const since = first_online_at === null ? null : await findFirstReport(db, device_id, first_online_at)
  if (since === null) return null
  // The first report may be anywhere in a compacted day.
  const period = {
    device_id,
    from_ms: since.getTime(),
    to_ms: since.getTime() + COMMISSIONING_HOURS * HOUR_MS + DAY_MS,
  }
  const versions = await listVersions(db, [period])
  const layout_id = versions.at(-1)?.layout_id ?? unit.product_layout_id
  const layout = layout_id === null ? null : await deps.layouts.find(layout_id)
  if (layout === null) return null
  const { points, plan } = dayPointsOf(layout)
  const read = await readColumns(deps, { points }, period)
  const from_ms = read.at_ms[0]
  if (from_ms === undefined) return null
  const now_ms = deps.clock.now()
  const to_ms = from_ms + COMMISSIONING_HOURS * HOUR_MS
  const columns = cutColumns(read, from_ms, to_ms + plan.silence_ms)
  const span = { from_ms, to_ms, now_ms }
  const hours = Math.max(0, Math.min(to_ms, now_ms) - from_ms) / HOUR_MS
  const alarms = await readAlarms(db, device_id, new Date(from_ms), new Date(Math.min(to_ms, now_ms)))
  const present = unit.layout_id === null ? null : await deps.layouts.find(unit.layout_id)
  const values = present === null ? [] : latestValues(present, unit.latest_blocks)
  const settings = compareSettings(present?.points ?? [], new Map(values.map(({ key, value }) => [key, value])))
  return {
    from: new Date(from_ms).toISOString(),
    to: new Date(to_ms).toISOString(),
    hours: Math.round(hours * 10) / 10,
    checks: checksOf({
      ...dayFigures(columns, plan, span),
      ...waterFigures(columns, plan, span),
      ...alarms,
      hours,
      net: unit.net,
      rssi_dbm: unit.rssi_dbm,
      ...settings,
    }),
    changed_settings: settings.changed,
  }
}
