import { type HistoryMoment, MOMENT_SPAN_MS } from '@heatfleet/contract/history/moment.ts'
import { type ReportsDeps, readReports } from './read-reports.ts'
import { roundedFigure } from './reduce.ts'

/** Most points are read every minute: the rest of the day is read for those alone that were not. */
const NEAR_MS = 3_600_000

type Stood = Omit<HistoryMoment, 'online'>

/** How the points of a device stood at a moment. The caller has checked scope and points. */
export const readMoment = async (
  deps: ReportsDeps,
  { device_id, at_ms, keys }: { device_id: number; at_ms: number; keys: readonly string[] },
): Promise<Stood> => {
  const near = await readLast(deps, { device_id, keys, from_ms: before(at_ms, NEAR_MS), to_ms: at_ms + 1 })
  const missing = keys.filter((key) => !near.values.has(key))
  const is_whole = missing.length === 0 && near.before_at !== null
  const day = { from_ms: before(at_ms, MOMENT_SPAN_MS), to_ms: before(at_ms, NEAR_MS) }
  const far = is_whole ? null : await readLast(deps, { device_id, keys: missing, ...day })
  const [report_at, before_at] = [near.report_at, near.before_at, far?.report_at, far?.before_at].filter(
    (at) => at != null,
  )
  const values = new Map([...(far?.values ?? []), ...near.values])
  return {
    report_at: report_at ?? null,
    before_at: before_at ?? null,
    after_at: await findNext(deps, device_id, at_ms),
    values: keys.flatMap((key) => {
      const reading = values.get(key)
      return reading === undefined ? [] : [{ key, ...reading }]
    }),
  }
}

/** The database knows no year before 1. */
const before = (at_ms: number, span_ms: number): number => Math.max(0, at_ms - span_ms)

type Period = { device_id: number; from_ms: number; to_ms: number; keys: readonly string[] }

/** The last value of each point in a period, and its last two reports. */
const readLast = async (deps: ReportsDeps, { keys, ...period }: Period) => {
  const values = new Map<string, { value: number; at: number }>()
  let [report_at, before_at]: (number | null)[] = [null, null]
  for await (const batch of readReports(deps, { keys, ...period })) {
    for (const at of batch.at_ms) if (at !== report_at) [report_at, before_at] = [at, report_at]
    for (const [index, key] of keys.entries()) {
      const column = batch.values[index]
      const row = column?.findLastIndex((value) => !Number.isNaN(value)) ?? -1
      if (row >= 0) values.set(key, { value: roundedFigure(column?.[row] ?? 0), at: batch.at_ms[row] ?? 0 })
    }
  }
  return { report_at, before_at, values }
}

/** The first report after a moment. */
const findNext = async (deps: ReportsDeps, device_id: number, at_ms: number): Promise<number | null> => {
  const spans = [
    [at_ms + 1, at_ms + NEAR_MS],
    [at_ms + NEAR_MS, at_ms + MOMENT_SPAN_MS],
  ] as const
  for (const [from_ms, to_ms] of spans)
    for await (const { at_ms: times } of readReports(deps, { device_id, keys: [], from_ms, to_ms }))
      if (times[0] !== undefined) return times[0]
  return null
}
