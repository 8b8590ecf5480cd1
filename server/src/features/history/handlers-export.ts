import type { ColumnTexts } from '@heatfleet/contract/exports/kind-texts.ts'
import { choiceTexts, type HistoryLanguage } from '@heatfleet/contract/history/export-texts.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { Handlers } from '../../handler.ts'
import { createExport, type ExportDeps } from '../exports/public.ts'
import type { Layouts } from '../products/public.ts'
import { readDevices } from './read-devices.ts'

/** The specification's export call: its titles name the keys of the points; those of `exportCreate` do not. */
export const historyExportHandlers = (deps: ExportDeps & { layouts: Layouts }) =>
  ({
    exportHistory: async ({ query: { mac: macs, format, time_zone, language, ...filter } }, call) => {
      const devices = await readDevices(deps, call.caller.scope, { macs })
      const layout_id = devices[0]?.layout_id ?? null
      const layout = layout_id === null ? null : await deps.layouts.find(layout_id)
      const columns: ColumnTexts[] = [
        { key: 'time', title: `time (${time_zone})` },
        { key: 'mac', title: 'mac' },
        ...filter.points.map((key) => columnOf(key, layout?.byKey.get(key), language)),
      ]
      return createExport(
        deps,
        {
          kind: 'device-history',
          format,
          file_name: 'history',
          time_zone,
          language,
          columns: columns.map(({ key }) => key),
          filter: { ...filter, macs },
        },
        call,
        columns,
      )
    },
  }) satisfies Pick<Handlers, 'exportHistory'>

/** Title: name, unit and key; the key keeps titles unique. */
const columnOf = (key: string, point: DataPoint | undefined, language: HistoryLanguage): ColumnTexts => {
  if (point === undefined) return { key, title: key }
  const name = point.names[language] || point.names.en
  const title = `${name}${point.unit === '' ? '' : ` [${point.unit}]`} (${key})`
  return { key, title, ...choiceTexts(point, language) }
}
