import { createHeldValues, type DayColumns, type DayPlan, ROLE } from '../device-days/public.ts'

/** Water side of a period while the compressor ran; null = not known. */
export type WaterFigures = {
  /** Share of the period between reports that follow each other without a gap, %. */
  data_percent: number
  difference_k: number | null
  flow_l_min: number | null
  /** Hours of running, without starts and defrosts, of which difference and flow are. */
  difference_hours: number
  flow_hours: number
}

/** Temperatures say nothing so long after a start or a defrost. */
const SETTLE_MS = 10 * 60_000
const HOUR_MS = 3_600_000

/** Means over the time in which the compressor ran steadily; each value counts until the next report. */
export const waterFigures = (
  columns: DayColumns,
  plan: DayPlan,
  { from_ms, to_ms, now_ms }: { from_ms: number; to_ms: number; now_ms: number },
): WaterFigures => {
  const { at_ms } = columns
  const held = createHeldValues(columns, plan)
  let [data_ms, difference, difference_ms, flow, flow_ms] = [0, 0, 0, 0, 0]
  let steady_since_ms: number | null = null
  for (let row = 0; row + 1 < at_ms.length; row++) {
    const at = at_ms[row] ?? 0
    const end = at_ms[row + 1] ?? 0
    held.take(row, at)
    if (end - at > plan.silence_ms) {
      steady_since_ms = null
      continue
    }
    const ms = Math.min(end, to_ms) - Math.max(at, from_ms)
    if (ms <= 0) continue
    data_ms += ms
    if (!held.isOn(ROLE.comp_hz, end) || held.isOn(ROLE.defrost, end)) {
      steady_since_ms = null
      continue
    }
    steady_since_ms ??= at
    if (at - steady_since_ms < SETTLE_MS) continue
    if (held.isKnown(ROLE.t_out, end) && held.isKnown(ROLE.t_in, end)) {
      difference += Math.abs(held.of(ROLE.t_out) - held.of(ROLE.t_in)) * ms
      difference_ms += ms
    }
    if (held.isKnown(ROLE.flow, end)) {
      flow += held.of(ROLE.flow) * ms
      flow_ms += ms
    }
  }
  const passed_ms = Math.min(to_ms, now_ms) - from_ms
  return {
    data_percent: passed_ms <= 0 ? 0 : Math.min(100, (data_ms / passed_ms) * 100),
    difference_k: difference_ms === 0 ? null : difference / difference_ms,
    flow_l_min: flow_ms === 0 ? null : flow / flow_ms,
    difference_hours: difference_ms / HOUR_MS,
    flow_hours: flow_ms / HOUR_MS,
  }
}
