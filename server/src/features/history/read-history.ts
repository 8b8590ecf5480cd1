import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { HistoryQuestion, history } from '@heatfleet/contract/history/history.ts'
import type { SeriesQuality } from '@heatfleet/contract/history/series.ts'
import type { Caller } from '../../caller.ts'
import type { Layout } from '../products/public.ts'
import type { BucketFigure } from './bucket-figures.ts'
import type { BucketOf } from './buckets.ts'
import { bucketsOf, figureOf, periodOf } from './curve-options.ts'
import { readDevices } from './read-devices.ts'
import { fetchHotReports, type ReportsDeps, type ReportsQuery, readSlotsAndReports } from './read-reports.ts'
import { type Curve, createCurve } from './reduce.ts'
import { findRegularRunEnds, type RegularRunEnds } from './regular-runs.ts'
import { type Plan, planResolution } from './resolution.ts'
import { areOfSlots, canBeSlots, type ValueSlot } from './value-slots.ts'
import { visibleKeys } from './visible-points.ts'

/** Collects the quality bits of one point, added in time order. */
type QualitySeries = {
  /** False once it is full. */
  add: (at_ms: number, bits: number) => boolean
  columns: () => Pick<SeriesQuality, 't' | 'q'>
}

/** One row per report (`bucketOf` null) or per bucket (bits of its reports combined); at most `rows_max` rows. */
const createQualitySeries = (bucketOf: BucketOf | null, rows_max: number): QualitySeries => {
  const t: number[] = []
  const q: number[] = []
  return {
    add: (at_ms, bits) => {
      if (bits === 0) return true
      const at = bucketOf?.(at_ms).from_ms ?? at_ms
      const last = t.length - 1
      if (t[last] === at) q[last] = (q[last] ?? 0) | bits
      else if (t.length >= rows_max) return false
      else {
        t.push(at)
        q.push(bits)
      }
      return true
    },
    columns: () => ({ t, q }),
  }
}

export type History = ResultOf<typeof history.historyData>

/**
 * Reads history: all stores merged, decoded, deduplicated and reduced to the requested width. Refuses with
 * `device_not_found` when a device is outside the scope. Points the caller may not see read as never reported.
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
  const slots_from_rows = slotsFromRows(plan, question)
  const read: DeviceCurves[] = []
  for (const { device_id, layout_id, mac } of devices) {
    const layout = layout_id === null ? null : await deps.layouts.find(layout_id)
    const curves = question.points.map((key) => startCurves(plan, question, key, layout))
    const keys = visibleKeys(caller, question.points, layout)
    const quality_layout = question.quality ? layout : null
    const query = { device_id, from_ms, to_ms, keys, quality_layout }
    read.push({ mac, curves, truncated: await fillAll(deps, query, curves, { layout, slots_from_rows }) })
  }
  return toResult(plan, read, { from: from_ms, to: to_ms })
}

/** A curve and the quality bits of its values. */
type CurveWithQuality = { curve: Curve; quality_series: QualitySeries }
/** A curve collected both as reported (while short enough) and in buckets. */
type Curves = { key: string; figure: BucketFigure; raw: CurveWithQuality | null; reduced: CurveWithQuality | null }
type DeviceCurves = { mac: string; curves: Curves[]; truncated: boolean }

type CurveRequest = Pick<HistoryQuestion, 'aggregate' | 'time_zone' | 'resolution'>

const startCurves = (plan: Plan, { aggregate, ...days }: CurveRequest, key: string, layout: Layout | null): Curves => {
  const options = { figure: figureOf(aggregate, key, layout), period_ms: periodOf(key, layout) * 1000 }
  const collect = (bucketOf: BucketOf | null, rows_max: number): CurveWithQuality => ({
    curve: createCurve({ ...options, bucketOf, rows_max }),
    quality_series: createQualitySeries(bucketOf, rows_max),
  })
  return {
    key,
    figure: options.figure,
    raw: plan.kind === 'buckets' ? null : collect(null, plan.rows_max),
    reduced: plan.kind === 'raw' ? null : collect(bucketsOf(plan.bucket_s, days), Number.POSITIVE_INFINITY),
  }
}

/** See {@link readSlotsAndReports}; null = buckets do not consist of slots, or qualities of single reports are asked for. */
const slotsFromRows = (plan: Plan, { quality, resolution }: HistoryQuestion): number | null => {
  if (plan.kind === 'raw' || quality || resolution === 'day' || !areOfSlots(plan.bucket_s * 1_000)) return null
  return plan.kind === 'auto' ? plan.rows_max : 0
}

/** Reads points that summaries may give apart from the others, for which all reports are decoded. */
const fillAll = async (
  deps: ReportsDeps,
  query: ReportsQuery,
  curves: readonly Curves[],
  { layout, slots_from_rows }: { layout: Layout | null; slots_from_rows: number | null },
): Promise<boolean> => {
  const [of_slots, others]: { keys: string[]; curves: Curves[] }[] = [
    { keys: [], curves: [] },
    { keys: [], curves: [] },
  ]
  for (const [index, curve] of curves.entries()) {
    const key = query.keys[index] ?? ''
    const group =
      slots_from_rows !== null && layout !== null && canBeSlots(layout, key, curve.figure) ? of_slots : others
    group?.keys.push(key)
    group?.curves.push(curve)
  }
  const fetched = isNeeded(of_slots) && isNeeded(others) ? { fetched: await fetchHotReports(deps, query) } : {}
  let truncated = false
  for (const group of [of_slots, others])
    if (isNeeded(group)) {
      const own = group === of_slots && slots_from_rows !== null ? { slots_from_rows } : {}
      truncated =
        (await fillCurves(deps, { ...query, ...fetched, ...own, keys: group.keys }, group.curves)) || truncated
    }
  return truncated
}

const isNeeded = (group: { curves: Curves[] } | undefined): group is { keys: string[]; curves: Curves[] } =>
  group !== undefined && group.curves.length > 0

/** Reads the period into the curves; true = stopped because the rows as reported exceed the limit. */
const fillCurves = async (deps: ReportsDeps, question: ReportsQuery, curves: Curves[]): Promise<boolean> => {
  let ends: RegularRunEnds | undefined
  for await (const batch of readSlotsAndReports(deps, { ...question, grows: true })) {
    if ('slots' in batch) {
      for (const [index, curve] of curves.entries()) addSlots(curve, batch.slots[index] ?? [])
      continue
    }
    const { at_ms, values, quality } = batch
    let is_full = false
    ends = findRegularRunEnds(at_ms, ends)
    for (const [index, curve] of curves.entries())
      is_full = !addColumn(curve, { at_ms, ends }, values[index], quality[index]) || is_full
    if (is_full) return true
  }
  return false
}

/** Slots stand for more rows than are shown as reported. */
const addSlots = (curves: Curves, slots: readonly ValueSlot[]): void => {
  if (slots.length === 0) return
  dropRaw(curves)
  for (const slot of slots) curves.reduced?.curve.addSlot(slot)
}

/** False when rows as reported were requested and exceed the limit. */
const addColumn = (
  curves: Curves,
  { at_ms: times, ends }: { at_ms: Float64Array; ends: RegularRunEnds },
  values: Float64Array | undefined,
  quality: Uint8Array | undefined,
): boolean => {
  if (quality?.some((bits) => bits !== 0)) return addRows(curves, times, values, quality)
  if (values === undefined) return true
  curves.reduced?.curve.addAll(times, values, ends)
  if (curves.raw === null) return true
  // Skips rows that would be dropped immediately.
  const would_drop = curves.reduced !== null && curves.raw.curve.wouldOverflow(times, values)
  return (!would_drop && curves.raw.curve.addAll(times, values, ends)) || dropRaw(curves)
}

/** The same row by row, for columns with quality bits. */
const addRows = (
  curves: Curves,
  times: Float64Array,
  values: Float64Array | undefined,
  quality: Uint8Array,
): boolean => {
  for (let row = 0; row < times.length; row++) {
    const [at_ms, value, bits] = [times[row] ?? 0, values?.[row] ?? Number.NaN, quality[row] ?? 0]
    const add = ({ curve, quality_series }: CurveWithQuality) =>
      quality_series.add(at_ms, bits) && (Number.isNaN(value) || curve.add(at_ms, value))
    if (Number.isNaN(value) && bits === 0) continue
    if (curves.reduced !== null) add(curves.reduced)
    if (curves.raw !== null && !add(curves.raw) && !dropRaw(curves)) return false
  }
  return true
}

/** Too many rows to draw: continues with the buckets only, if any. */
const dropRaw = (curves: Curves): boolean => {
  if (curves.reduced === null) return false
  curves.raw = null
  return true
}

const toResult = (plan: Plan, devices: DeviceCurves[], period: { from: number; to: number }): History => {
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
      .map(({ mac, key, of }) => ({ mac, key, ...(of?.quality_series.columns() ?? { t: [], q: [] }) }))
      .filter(({ t }) => t.length > 0),
  }
}

const NO_ROWS = { t: [], v: [], min: null, max: null }
