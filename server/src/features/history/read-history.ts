import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { HistoryQuestion, history } from '@heatfleet/contract/history/history.ts'
import type { Caller } from '../../caller.ts'
import type { Layout } from '../products/public.ts'
import type { BucketOf } from './buckets.ts'
import { bucketsOf, figureOf, periodOf } from './curve-options.ts'
import { createQualitySeries, type Marks } from './quality-series.ts'
import { readDevices } from './read-devices.ts'
import { type ReportsDeps, type ReportsQuery, readReports } from './read-reports.ts'
import { type Curve, createCurve } from './reduce.ts'
import { findRegularRunEnds, type RegularRunEnds } from './regular-runs.ts'
import { type Plan, planResolution } from './resolution.ts'
import { visibleKeys } from './visible-points.ts'

export type History = ResultOf<typeof history.historyData>

/**
 * The one way to read history: all places merged, decoded, repeats left out, reduced to the width asked for. Refuses
 * with `device_not_found` when one of the devices is not in the scope. A point the caller does not see is as if nobody had
 * reported it.
 */
export const readHistory = async (
  deps: ReportsDeps,
  caller: Pick<Caller, 'scope' | 'agent_id' | 'permissions'>,
  question: Readonly<HistoryQuestion>,
): Promise<History> => {
  const [from_ms, to_ms] = [Date.parse(question.from), Date.parse(question.to)]
  const devices = await readDevices(deps, caller.scope, question)
  const macs = devices.map(({ mac }) => mac)
  const plan = planResolution({ ...question, macs }, from_ms, to_ms)
  const read: DeviceCurves[] = []
  for (const { device_id, layout_id, mac } of devices) {
    const layout = layout_id === null ? null : await deps.layouts.find(layout_id)
    const curves = question.points.map((key) => startCurves(plan, question, key, layout))
    const keys = visibleKeys(caller, question.points, layout)
    const quality_layout = question.quality ? layout : null
    const truncated = await fill(deps, { device_id, from_ms, to_ms, keys, quality_layout }, curves)
    read.push({ mac, curves, truncated })
  }
  return answer(plan, read, { from: from_ms, to: to_ms })
}

/** A curve with what is to be known of its values. */
type Collected = { curve: Curve; marks: Marks }
/** The two ways a curve is collected at once: as reported while it is short, and in buckets. */
type Curves = { key: string; raw: Collected | null; reduced: Collected | null }
type DeviceCurves = { mac: string; curves: Curves[]; truncated: boolean }

type About = Pick<HistoryQuestion, 'aggregate' | 'time_zone' | 'resolution'>

const startCurves = (plan: Plan, { aggregate, ...days }: About, key: string, layout: Layout | null): Curves => {
  const about = { shown: figureOf(aggregate, key, layout), period_ms: periodOf(key, layout) * 1000 }
  const collect = (bucketOf: BucketOf | null, rows_max: number): Collected => ({
    curve: createCurve({ ...about, bucketOf, rows_max }),
    marks: createQualitySeries(bucketOf, rows_max),
  })
  return {
    key,
    raw: plan.kind === 'buckets' ? null : collect(null, plan.rows_max),
    reduced: plan.kind === 'raw' ? null : collect(bucketsOf(plan.bucket_s, days), Number.POSITIVE_INFINITY),
  }
}

/** Reads all there is, or until rows as reported would pass the limit: then true. */
const fill = async (deps: ReportsDeps, question: ReportsQuery, curves: Curves[]): Promise<boolean> => {
  let ends: RegularRunEnds | undefined
  for await (const { at_ms, values, quality } of readReports(deps, question)) {
    let is_full = false
    ends = findRegularRunEnds(at_ms, ends)
    for (const [index, curve] of curves.entries())
      is_full = !addColumn(curve, { at_ms, ends }, values[index], quality[index]) || is_full
    if (is_full) return true
  }
  return false
}

/** False when rows as reported were asked for and there are too many. */
const addColumn = (
  curves: Curves,
  { at_ms: times, ends }: { at_ms: Float64Array; ends: RegularRunEnds },
  values: Float64Array | undefined,
  quality: Uint8Array | undefined,
): boolean => {
  if (quality?.some((bits) => bits !== 0)) return addMarked(curves, times, values, quality)
  if (values === undefined) return true
  curves.reduced?.curve.addAll(times, values, ends)
  if (curves.raw === null) return true
  // Rows that would be dropped with those before them are not collected.
  const is_vain = curves.reduced !== null && curves.raw.curve.isTooMany(times, values)
  return (!is_vain && curves.raw.curve.addAll(times, values, ends)) || dropRaw(curves)
}

/** The same row by row, where something is to be known of some values. */
const addMarked = (
  curves: Curves,
  times: Float64Array,
  values: Float64Array | undefined,
  quality: Uint8Array,
): boolean => {
  for (let row = 0; row < times.length; row++) {
    const [at_ms, value, bits] = [times[row] ?? 0, values?.[row] ?? Number.NaN, quality[row] ?? 0]
    const add = ({ curve, marks }: Collected) =>
      marks.add(at_ms, bits) && (Number.isNaN(value) || curve.add(at_ms, value))
    if (Number.isNaN(value) && bits === 0) continue
    if (curves.reduced !== null) add(curves.reduced)
    if (curves.raw !== null && !add(curves.raw) && !dropRaw(curves)) return false
  }
  return true
}

/** Too many for the drawing: only the buckets go on, where there are any. */
const dropRaw = (curves: Curves): boolean => {
  if (curves.reduced === null) return false
  curves.raw = null
  return true
}

const answer = (plan: Plan, devices: DeviceCurves[], period: { from: number; to: number }): History => {
  const is_raw = devices.every(({ curves }) => curves.every(({ raw }) => raw !== null))
  const collected = devices.flatMap(({ mac, curves }) =>
    curves.map(({ key, raw, reduced }) => ({ mac, key, of: is_raw ? raw : reduced })),
  )
  return {
    ...period,
    bucket_s: is_raw || plan.kind === 'raw' ? 0 : plan.bucket_s,
    truncated: devices.some(({ truncated }) => truncated),
    series: collected.map(({ mac, key, of }) => ({ mac, key, ...(of?.curve.columns() ?? NO_ROWS) })),
    quality: collected
      .map(({ mac, key, of }) => ({ mac, key, ...(of?.marks.columns() ?? { t: [], q: [] }) }))
      .filter(({ t }) => t.length > 0),
  }
}

const NO_ROWS = { t: [], v: [], min: null, max: null }
