import { marksOf } from '@heatfleet/contract/device-protocol/quality.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { historyTextsOf } from '@heatfleet/contract/history/export-texts.ts'
import { RESOLUTIONS } from '@heatfleet/contract/history/history.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { seesPoint } from '../../audience.ts'
import type { PageColumn, StreamedExport } from '../exports/public.ts'
import { type ExportPagesDeps, exportPages } from './export-pages.ts'
import type { HistoryPage } from './history-page.ts'
import { readDevices } from './read-devices.ts'
import { splitPages } from './split-pages.ts'
import { countReports } from './store.ts'
import { visibleKeys } from './visible-points.ts'

const DAY_MS = 86_400_000

/** Exports the history of devices: one after the other, each by time, never truncated. */
export const historyExport = (deps: ExportPagesDeps): StreamedExport<'device-history'> => ({
  needs: 'history:export',
  count: async (caller, { filter }) => {
    const devices = await readDevices(deps, caller.scope, filter)
    const [from_ms, to_ms] = [Date.parse(filter.from), Date.parse(filter.to)]
    const device_ids = devices.map(({ device_id }) => device_id)
    const day_files = filter.split === 'day' || filter.split === 'device_day' ? (to_ms - from_ms) / DAY_MS + 1 : 1
    const unit_files = filter.split === 'device' || filter.split === 'device_day' ? devices.length : 1
    if (day_files * unit_files > LIMITS.export_parts_max) throw new Refusal('export_too_large')
    const reports = await countReports(deps.database.db, { device_ids, from_ms, to_ms })
    if (filter.resolution === 'raw') return reports
    const buckets = Math.ceil((to_ms - from_ms) / (RESOLUTIONS[filter.resolution] * 1000)) * devices.length
    return Math.min(reports, buckets)
  },
  columnTexts: async (caller, { filter, language }, find) => {
    const devices = await readDevices(deps, caller.scope, filter)
    const ids = [...new Set(devices.flatMap(({ layout_id }) => (layout_id === null ? [] : [layout_id])))]
    const layouts = await Promise.all(ids.map((layout_id) => deps.layouts.find(layout_id)))
    // Of several products the first that has the point names it.
    const pointOf = (key: string) =>
      layouts.map((layout) => layout?.byKey.get(key)).find((point) => point !== undefined && seesPoint(caller, point))
    return historyTextsOf(filter.points, pointOf, language, find)
  },
  async *stream(readCaller, { filter, time_zone, columns }) {
    const with_quality = columns.includes('quality')
    const readPermitted = async () => {
      const caller = await readCaller()
      return { caller, devices: await readDevices(deps, caller.scope, filter) }
    }
    const { caller, devices } = await readPermitted()
    const units = await Promise.all(
      devices.map(async ({ device_id, mac, device_name, layout_id }) => {
        const layout = layout_id === null ? null : await deps.layouts.find(layout_id)
        const keys = visibleKeys(caller, filter.points, layout)
        const pages = exportPages(deps, { device_id, layout, keys, with_quality }, filter, time_zone)
        return { unit: { mac, device_name }, name: mac, pages }
      }),
    )
    for await (const { unit, page, from, to, part } of splitPages(units, filter.split, time_zone)) {
      // Checked per page: a caller who loses access during a long export gets no more rows.
      await readPermitted()
      yield {
        rows: to - from,
        part,
        columns: {
          ...pointColumns(filter.points, page, from, to),
          time: { kind: 'moments', at_ms: page.at_ms.subarray(from, to) },
          mac: { kind: 'same', cell: unit.mac },
          device_name: { kind: 'same', cell: unit.device_name },
          quality: { kind: 'coded', codes: page.quality.subarray(from, to), cellOf: marksOf },
        },
      }
    }
  },
  period: ({ filter }) => ({ from: filter.from, to: filter.to }),
})

const pointColumns = (
  keys: readonly string[],
  { values }: HistoryPage,
  from: number,
  to: number,
): Record<string, PageColumn> =>
  Object.fromEntries(
    keys.map(
      (key, point) =>
        [key, { kind: 'numbers', values: values[point]?.subarray(from, to) ?? new Float64Array() }] as const,
    ),
  )
