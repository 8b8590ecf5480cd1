import type { DeviceLogEntry } from '@heatfleet/contract/device-log/device-log.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import { type ExportSource, listSource } from '../exports/public.ts'
import type { Layouts } from '../products/public.ts'
import { listEntries, toEntries, viewOf } from './handlers.ts'

type Deps = Pick<AppContext, 'database' | 'clock' | 'log'> & { layouts: Layouts }

/** The device log as a file, the newest first. */
export const deviceLogExport = (deps: Deps): ExportSource<'device-log'> =>
  listSource({
    needs: 'log:export',
    list: (caller, { filter }, part) =>
      listEntries(deps, viewOf(caller, filter), { filter, count_max: LIMITS.audit_count_max }, part),
    keyOf: ({ place }) => place,
    toRows: async (rows, _, { language }) =>
      (await toEntries(deps.layouts, rows)).map((entry) => ({
        at: new Date(entry.at),
        mac: entry.mac,
        device_name: entry.device_name,
        product_name: language === 'zh' ? entry.product_name : entry.product_english_name,
        agent_name: entry.agent_name,
        type: entry.type,
        kind: entry.kind,
        operator: entry.operator,
        source: entry.source,
        result: entry.result,
        trace_id: entry.trace_id,
        detail: detailText(entry, language),
      })),
  })

/** A command as its values, anything else as what is known beside it. */
const detailText = ({ kind, detail, point }: DeviceLogEntry, language: 'en' | 'zh' | 'pl'): string => {
  if (kind !== 'command') return plainText(detail)
  const { point_key, old_value, new_value, read_back, ...rest } = detail
  const named = (value: unknown) =>
    point?.choices.find((choice) => choice.value === value)?.names[language] || cellText(value ?? '—')
  const change = `${named(old_value)} → ${named(new_value)} (${named(read_back)}) ${point?.unit ?? ''}`.trim()
  return `${point?.names[language] || cellText(point_key)}: ${change}; ${plainText(rest)}`
}

const plainText = (detail: Record<string, unknown>): string =>
  Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => `${key}=${cellText(value)}`)
    .join('; ')

const cellText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
