import { setTimeout as pause } from 'node:timers/promises'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { appOwnerData } from '@heatfleet/contract/owner-data/app-owner-data.ts'
import {
  cursorTimeOf,
  dataCursorOf,
  OWNER_DATA_FORM,
  type OwnerHistoryQuery,
  type OwnerMetadata,
} from '@heatfleet/contract/owner-data/owner-data.ts'
import { latestValues } from '../devices/public.ts'
import { type ReportsDeps, readReports, roundedFigure } from '../history/public.ts'
import { chooseKeys, splitPoints, toOwnerPoint } from './points.ts'
import { findNewestReport, findVersionNumber, type UnitRow } from './store.ts'

/** A unit with what its reader may read: reports from `data_from` on, until `data_to`. */
export type OpenUnit = UnitRow & { data_from: Date; data_to: Date | null }

const DAY_MS = 86_400_000

const layoutsOf = async ({ layouts }: Pick<ReportsDeps, 'layouts'>, unit: UnitRow) => {
  const in_use = unit.product_layout_id === null ? null : await layouts.find(unit.product_layout_id)
  const reported = unit.report_layout_id === null ? in_use : await layouts.find(unit.report_layout_id)
  return { reported, points: splitPoints(reported, in_use) }
}

const versionOf = (deps: ReportsDeps, unit: UnitRow): Promise<number | null> | null => {
  const layout_id = unit.report_layout_id ?? unit.product_layout_id
  return layout_id === null ? null : findVersionNumber(deps.database.db, layout_id)
}

/** All that is needed to read the values of a unit. */
export const readMetadata = async (deps: ReportsDeps, unit: OpenUnit): Promise<OwnerMetadata> => {
  const { points } = await layoutsOf(deps, unit)
  return {
    form: OWNER_DATA_FORM,
    device_id: unit.mac,
    device_name: unit.device_name,
    product_key: unit.product_key,
    product_name: unit.product_name,
    product_english_name: unit.product_english_name,
    product_version: await versionOf(deps, unit),
    data_from: unit.data_from.toISOString(),
    data_to: unit.data_to?.toISOString() ?? null,
    points: points.given.map(toOwnerPoint),
    withheld: points.withheld,
  }
}

/** The newest value of each point, none older than the reader may read. */
export const readLatest = async (
  deps: ReportsDeps,
  unit: OpenUnit,
): Promise<ResultOf<typeof appOwnerData.appDataLatest>> => {
  const { reported, points } = await layoutsOf(deps, unit)
  const newest_ms = unit.last_report_at?.getTime() ?? 0
  const given = new Set(points.given.map(({ key }) => key))
  const values = reported === null ? [] : latestValues(reported, unit.latest_blocks)
  return {
    device_id: unit.mac,
    time: newest_ms < unit.data_from.getTime() ? null : new Date(newest_ms).toISOString(),
    cursor: dataCursorOf(newest_ms + 1),
    values: values
      .filter(({ key, at }) => given.has(key) && at >= unit.data_from.getTime())
      .map(({ key, value, at }) => ({ key, value: roundedFigure(value), time: new Date(at).toISOString() })),
    withheld: points.withheld,
  }
}

/** Where a query of reports begins, unix ms: its cursor or its own time, and never before what the reader may read. */
export const startOf = (unit: Pick<OpenUnit, 'data_from'>, { cursor, from }: OwnerHistoryQuery): number => {
  const requested = cursor === undefined ? Date.parse(from ?? '1970-01-01T00:00:00Z') : cursorTimeOf(cursor)
  return Math.max(requested, unit.data_from.getTime())
}

/** The reports of a unit behind a place, as many as fit into one answer. */
export const readRows = async (
  deps: ReportsDeps,
  unit: OpenUnit,
  query: OwnerHistoryQuery,
): Promise<ResultOf<typeof appOwnerData.appDataHistory>> => {
  const { points } = await layoutsOf(deps, unit)
  const keys = chooseKeys(points, query.points)
  const from_ms = startOf(unit, query)
  const newest_ms = (unit.last_report_at?.getTime() ?? -1) + 1
  const end_ms = Math.min(newest_ms, query.to === undefined ? newest_ms : Date.parse(query.to))
  const to_ms = Math.min(end_ms, from_ms + LIMITS.data_page_days_max * DAY_MS)
  const page = await collectRows(deps, { device_id: unit.device_id, from_ms, to_ms, keys }, query.rows)
  return {
    device_id: unit.mac,
    product_version: await versionOf(deps, unit),
    points: keys,
    rows: page.rows,
    next_cursor: dataCursorOf(Math.max(from_ms, page.next_ms)),
    more: page.next_ms < end_ms,
    withheld: points.withheld,
  }
}

/** All reports that the reader of a unit may read, in parts. */
export async function* exportRows(deps: ReportsDeps, unit: OpenUnit): AsyncGenerator<Row[]> {
  const { points } = await layoutsOf(deps, unit)
  const keys = points.given.map(({ key }) => key)
  const to_ms = (unit.last_report_at?.getTime() ?? -1) + 1
  const from_ms = unit.data_from.getTime()
  if (keys.length === 0 || from_ms >= to_ms) return
  for await (const { at_ms, values } of readReports(deps, { device_id: unit.device_id, from_ms, to_ms, keys }))
    yield Array.from(at_ms, (time_ms, at) => [time_ms, ...values.map((column) => figureOf(column[at]))])
}

type Row = (number | null)[]

/** Rows in [from_ms, to_ms); a page never ends between reports of one time. */
const collectRows = async (
  deps: ReportsDeps,
  query: { device_id: number; from_ms: number; to_ms: number; keys: readonly string[] },
  rows_max: number,
): Promise<{ rows: Row[]; next_ms: number }> => {
  const rows: Row[] = []
  let last_ms = -1
  if (query.keys.length === 0) return { rows, next_ms: query.to_ms }
  for await (const { at_ms, values } of readReports(deps, query)) {
    for (const [at, time_ms] of at_ms.entries()) {
      const row = values.map((column) => figureOf(column[at]))
      if (row.every((value) => value === null)) continue
      if (rows.length >= rows_max && time_ms !== last_ms) return { rows, next_ms: last_ms + 1 }
      rows.push([time_ms, ...row])
      last_ms = time_ms
    }
  }
  return { rows, next_ms: query.to_ms }
}

const figureOf = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : roundedFigure(value)

/** Waits until a unit has a report at `after_ms` or later, at most so long; too many waits at a time end at once. */
export const createReportWait = ({
  database: { db },
  closing,
}: Pick<ReportsDeps, 'database'> & { closing: AbortSignal }) => {
  let waiting = 0
  return async (device_id: number, after_ms: number, wait_s: number, signal: AbortSignal): Promise<void> => {
    if (wait_s === 0 || waiting >= LIMITS.data_waits_max) return
    waiting += 1
    try {
      for (let left_ms = wait_s * 1_000; left_ms > 0; left_ms -= LIMITS.data_wait_poll_ms) {
        if (signal.aborted || closing.aborted || (await findNewestReport(db, device_id)) >= after_ms) return
        await pause(Math.min(left_ms, LIMITS.data_wait_poll_ms))
      }
    } finally {
      waiting -= 1
    }
  }
}
