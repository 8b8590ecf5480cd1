import { marksOf } from '@heatfleet/contract/device-protocol/quality.ts'
import { historyTextsOf } from '@heatfleet/contract/history/export-texts.ts'
import { RESOLUTIONS } from '@heatfleet/contract/history/history.ts'
import { seesPoint } from '../../audience.ts'
import type { PageColumn, StreamedExport } from '../exports/public.ts'
import { type ExportPagesDeps, exportPages } from './export-pages.ts'
import type { HistoryPage } from './history-page.ts'
import { readDevices } from './read-devices.ts'
import { countReports } from './store.ts'
import { visibleKeys } from './visible-points.ts'

/** Exports the history of devices: one after the other, each by time, never truncated. */
export const historyExport = (deps: ExportPagesDeps): StreamedExport<'device-history'> => ({
  needs: 'history:export',
  count: async (caller, { filter }) => {
    const devices = await readDevices(deps, caller.scope, filter)
    const [from_ms, to_ms] = [Date.parse(filter.from), Date.parse(filter.to)]
    const device_ids = devices.map(({ device_id }) => device_id)
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
    for (const { device_id, mac, device_name, layout_id } of devices) {
      const layout = layout_id === null ? null : await deps.layouts.find(layout_id)
      const keys = visibleKeys(caller, filter.points, layout)
      for await (const page of exportPages(deps, { device_id, layout, keys, with_quality }, filter, time_zone)) {
        // Checked per page: a caller who loses access during a long export gets no more rows.
        await readPermitted()
        yield {
          rows: page.lines,
          columns: {
            ...pointColumns(filter.points, page),
            time: { kind: 'moments', at_ms: page.at_ms },
            mac: { kind: 'same', cell: mac },
            device_name: { kind: 'same', cell: device_name },
            quality: { kind: 'coded', codes: page.quality, cellOf: marksOf },
          },
        }
      }
    }
  },
  period: ({ filter }) => ({ from: filter.from, to: filter.to }),
})

const pointColumns = (keys: readonly string[], { values }: HistoryPage): Record<string, PageColumn> =>
  Object.fromEntries(
    keys.map((key, point) => [key, { kind: 'numbers', values: values[point] ?? new Float64Array() }] as const),
  )
