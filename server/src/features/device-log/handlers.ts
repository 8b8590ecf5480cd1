import {
  DEVICE_LOG,
  DEVICE_LOG_TYPES,
  type DeviceLogEntry,
  type DeviceLogFilter,
  type DeviceLogKind,
  type DeviceLogType,
  type deviceLog,
} from '@heatfleet/contract/device-log/device-log.ts'
import type { deviceFrames } from '@heatfleet/contract/device-log/frames.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { readCursorPage } from '../../platform/list-cursor.ts'
import type { ListPage, ListPart } from '../../platform/list-page.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { Layout, Layouts } from '../products/public.ts'
import { connectionsOf } from './connections.ts'
import { TYPE_RIGHTS } from './event-kinds.ts'
import { deviceFrameHandlers } from './handlers-frames.ts'
import { hasText, unitsNamedBy } from './named-units.ts'
import { isOfReports, listReportRows } from './report-rows.ts'
import { type LogRow, listLog } from './store.ts'
import { findLogDevice, listConnectionEvents } from './store-connections.ts'
import type { LogView } from './store-sources.ts'
import { type EntryLinks, findShortestHistory, listLinks } from './store-units.ts'

type Deps = Pick<AppContext, 'database' | 'secret_key' | 'clock' | 'log' | 'config'> & { layouts: Layouts }

const DAY_MS = 86_400_000

/** The log of units, its frames, and when they were on line. */
export const deviceLogHandlers = (deps: Deps) => {
  const {
    database: { db },
    secret_key,
    config,
    layouts,
  } = deps
  return {
    deviceLogList: async ({ query, body }, { caller }) => {
      const view = viewOf(caller, body)
      // Beyond what is counted no page is read: each table would be sorted that far.
      const count_max = LIMITS.device_log_count_max
      const { rows, page, more } = await readCursorPage(secret_key, {
        call: 'deviceLogList',
        uid: caller.uid,
        filter: body,
        query,
        count_max,
        list: (part) => listEntries(deps, view, { filter: body, count_max }, part),
        keyOf: ({ place }) => place,
      })
      const hidden = DEVICE_LOG_TYPES.filter((type) => !maySee(caller, type))
      const sees_orders = caller.permissions.has('order:view')
      const links = caller.permissions.has('alarm:view')
        ? await listLinks(db, { device: caller.scope, sees_orders }, rows)
        : undefined
      const needs_units = (isOfReports(body) || hasText(body)) && unitsNamedBy(body).length === 0
      const reports = await reportDays(db, caller.scope, body, config.HEATFLEET_HISTORY_DAYS)
      const kept_days = { reports, frames: LIMITS.capture_kept_days }
      return { list: await toEntries(layouts, rows, links), ...page, more, hidden, needs_units, kept_days }
    },

    deviceConnections: async ({ body: { mac, from, to } }, { caller }) => {
      const period = { from_ms: Date.parse(from), to_ms: Date.parse(to) }
      const length_ms = period.to_ms - period.from_ms
      if (length_ms <= 0 || length_ms > LIMITS.connection_days_max * DAY_MS)
        throw new Refusal('invalid_input', { field: 'to', details: { max: LIMITS.connection_days_max } })
      const device = await findLogDevice(db, caller.scope, mac)
      if (device === undefined) throw new Refusal('device_not_found', { field: 'mac' })
      return connectionsOf(await listConnectionEvents(db, device.device_id, period), period)
    },
    ...deviceFrameHandlers(deps),
  } satisfies Pick<Handlers, keyof typeof deviceLog | keyof typeof deviceFrames>
}

/** A part of the log under a filter: of all tables, or of the reports of named units. */
export const listEntries = <Part extends ListPart>(
  deps: Pick<AppContext, 'database' | 'clock' | 'log'>,
  view: LogView,
  query: { filter: DeviceLogFilter; count_max: number },
  part: Part,
): Promise<ListPage<LogRow, Part>> =>
  isOfReports(query.filter) ? listReportRows(deps, view, query, part) : listLog(deps.database.db, view, query, part)

/** The fewest days for which reports under a filter are kept: those of the installation, or of a product that keeps less; null = without end. */
const reportDays = async (
  db: Kysely<Tables>,
  scope: Scope,
  filter: DeviceLogFilter,
  history_days: number,
): Promise<number | null> => {
  const of_products = isOfReports(filter) ? await findShortestHistory(db, scope, unitsNamedBy(filter)) : null
  const all = [history_days === 0 ? null : history_days, of_products].filter((days) => days !== null)
  return all.length === 0 ? null : Math.min(...all)
}

const maySee = (caller: Caller, type: DeviceLogType): boolean => {
  const right = TYPE_RIGHTS[type]
  return right === undefined || caller.permissions.has(right)
}

/** What of the log this caller sees under a filter. */
export const viewOf = (caller: Caller, { type }: DeviceLogFilter): LogView => ({
  device: caller.scope,
  agent: caller.scopes.agent,
  types: DEVICE_LOG_TYPES.filter((one) => (type === undefined || one === type) && maySee(caller, one)),
  sees_shipments: caller.permissions.has('shipment:view'),
  sees_bindings: caller.permissions.has('binding:view'),
  sees_raw: caller.permissions.has('log:raw'),
  is_manufacturer: caller.agent_id === null && caller.scopes.agent.group === null,
})

const KINDS = new Map<string, { type: DeviceLogType; kind: DeviceLogKind }>(
  DEVICE_LOG_TYPES.flatMap((type) => DEVICE_LOG[type].map((kind) => [kind, { type, kind }] as const)),
)

/** Rows as entries, with the points of commands as their product version named them. */
export const toEntries = async (
  layouts: Layouts,
  rows: readonly LogRow[],
  links: ReadonlyMap<string, EntryLinks> = new Map(),
): Promise<DeviceLogEntry[]> => {
  const by_id = new Map<number, Layout | null>()
  const layoutIdOf = ({ detail }: LogRow) => (typeof detail.layout_id === 'number' ? detail.layout_id : null)
  for (const row of rows) {
    const layout_id = layoutIdOf(row)
    if (layout_id !== null && !by_id.has(layout_id)) by_id.set(layout_id, await layouts.find(layout_id))
  }
  return rows.flatMap((row) => {
    const known = KINDS.get(row.kind)
    if (known === undefined) return []
    const { place, rank: _, kind: __, device_id: ___, at, detail, ...shown } = row
    const { layout_id: ____, ...rest } = detail
    const layout = by_id.get(layoutIdOf(row) ?? 0)
    const point = typeof detail.point_key === 'string' ? layout?.byKey.get(detail.point_key) : undefined
    return [
      {
        ...shown,
        ...known,
        entry_id: place,
        at: at.toISOString(),
        alarm_id: links.get(place)?.alarm_id ?? null,
        order_id: links.get(place)?.order_id ?? null,
        point:
          point === undefined
            ? null
            : { names: point.names, unit: point.unit, decimals: point.decimals, choices: point.choices },
        detail: rest,
      },
    ]
  })
}
