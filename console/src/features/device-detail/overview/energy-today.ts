import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { rise } from '../../../curves/statistics.ts'

/** Counters of the day's figures: measured by the heat pump, not estimated. */
export const ENERGY_KEYS = ['e_in_heat', 'e_in_dhw', 'e_out_heat', 'e_out_dhw', 'starts', 'n_defrost'] as const

/** Figures since midnight; null = unknown, never zero. */
type EnergyToday = {
  electric_kwh: number | null
  heat_kwh: number | null
  /** Null with too little energy for a meaningful ratio, or too few reports. */
  cop: number | null
  starts: number | null
  defrosts: number | null
  /** Share of the elapsed day covered by reports, 0..1. */
  quality: number
}

/** Below this the counters' 0.1 kWh resolution distorts the ratio. */
const COP_MIN_KWH = 0.5
/** Product 3.41: no COP below this coverage or outside the plausible range. */
const COP_MIN_QUALITY = 0.8
const COP_MAX = 10

/** Computes the day's figures from the counters' series, which start at midnight. */
export const energyToday = (
  series: readonly HistorySeries[],
  day: { from: number; to: number; bucket_s: number },
): EnergyToday => {
  const of = (key: string) => {
    const one = series.find((candidate) => candidate.key === key)
    return one === undefined ? null : rise(one)
  }
  const electric_kwh = total(of('e_in_heat'), of('e_in_dhw'))
  const heat_kwh = total(of('e_out_heat'), of('e_out_dhw'))
  const quality = coverage(series[0], day)
  const ratio =
    electric_kwh !== null && heat_kwh !== null && electric_kwh >= COP_MIN_KWH ? heat_kwh / electric_kwh : null
  return {
    electric_kwh,
    heat_kwh,
    cop: ratio !== null && ratio <= COP_MAX && quality >= COP_MIN_QUALITY ? ratio : null,
    starts: of('starts'),
    defrosts: of('n_defrost'),
    quality,
  }
}

const total = (one: number | null, other: number | null) =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0)

const coverage = (series: HistorySeries | undefined, day: { from: number; to: number; bucket_s: number }): number => {
  if (series === undefined || day.to <= day.from || day.bucket_s <= 0) return 0
  const bucket_ms = day.bucket_s * 1000
  const seen = new Set<number>()
  for (const [index, at] of series.t.entries())
    if ((series.v[index] ?? null) !== null) seen.add(Math.floor((at - day.from) / bucket_ms))
  return Math.min(1, seen.size / Math.max(1, Math.floor((day.to - day.from) / bucket_ms)))
}
