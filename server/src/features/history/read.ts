import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { HistoryQuestion, history } from '@heatfleet/contract/history.ts'
import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import type { Caller } from '../../caller.ts'
import type { Layout } from '../products/public.ts'
import { bucketsOf, periodOf, shownAs } from './curve-choice.ts'
import { readDevices } from './read-devices.ts'
import { type ReportsDeps, type ReportsQuestion, readReports } from './read-reports.ts'
import { type Curve, createCurve } from './reduce.ts'
import { type Plan, planResolution } from './resolution.ts'
import { seenKeys } from './seen-keys.ts'

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
    const keys = seenKeys(caller, question.points, layout)
    const truncated = await fill(deps, { device_id, from_ms, to_ms, keys }, curves)
    read.push({ mac, curves, truncated })
  }
  return answer(plan, read, { from: from_ms, to: to_ms })
}

/** The two ways a curve is collected at once: as reported while it is short, and in buckets. */
type Curves = { key: string; raw: Curve | null; reduced: Curve | null }
type DeviceCurves = { mac: string; curves: Curves[]; truncated: boolean }

type About = Pick<HistoryQuestion, 'aggregate' | 'time_zone' | 'resolution'>

const startCurves = (plan: Plan, { aggregate, ...days }: About, key: string, layout: Layout | null): Curves => {
  const about = { shown: shownAs(aggregate, key, layout), period_ms: periodOf(key, layout) * 1000 }
  const raw = plan.kind === 'buckets' ? null : createCurve({ ...about, bucketOf: null, rows_max: plan.rows_max })
  const reduced =
    plan.kind === 'raw'
      ? null
      : createCurve({ ...about, bucketOf: bucketsOf(plan.bucket_s, days), rows_max: Number.POSITIVE_INFINITY })
  return { key, raw, reduced }
}

/** Reads all there is, or until rows as reported would pass the limit: then true. */
const fill = async (deps: ReportsDeps, question: ReportsQuestion, curves: Curves[]): Promise<boolean> => {
  for await (const { at_ms, values } of readReports(deps, question)) {
    let is_full = false
    for (const [index, curve] of curves.entries()) is_full = !addColumn(curve, at_ms, values[index]) || is_full
    if (is_full) return true
  }
  return false
}

/** False when rows as reported were asked for and there are too many. */
const addColumn = (curve: Curves, times: Float64Array, values: Float64Array | undefined): boolean => {
  for (let row = 0; row < times.length; row++) {
    const [at_ms, value] = [times[row] ?? 0, values?.[row] ?? Number.NaN]
    if (Number.isNaN(value)) continue
    curve.reduced?.add(at_ms, value)
    if (curve.raw === null || curve.raw.add(at_ms, value)) continue
    if (curve.reduced === null) return false
    // Too many for the drawing: only the buckets go on.
    curve.raw = null
  }
  return true
}

const answer = (plan: Plan, devices: DeviceCurves[], period: { from: number; to: number }): History => {
  const is_raw = devices.every(({ curves }) => curves.every(({ raw }) => raw !== null))
  const series = devices.flatMap(({ mac, curves }) =>
    curves.map(({ key, raw, reduced }): HistorySeries => {
      const columns = (is_raw ? raw : reduced)?.columns()
      return columns === undefined ? { mac, key, t: [], v: [], min: null, max: null } : { mac, key, ...columns }
    }),
  )
  return {
    ...period,
    bucket_s: is_raw || plan.kind === 'raw' ? 0 : plan.bucket_s,
    truncated: devices.some(({ truncated }) => truncated),
    series,
  }
}
