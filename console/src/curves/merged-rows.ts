import type { HistorySeries } from '@heatfleet/contract/history-series.ts'

/** One moment with the value of each curve that has one there, by key. */
export type MergedRow = { at: number; values: ReadonlyMap<string, number> }

/** Curves side by side, the newest moment first; gaps are no rows. */
export const mergedRows = (series: readonly HistorySeries[]): MergedRow[] => {
  const rows = new Map<number, Map<string, number>>()
  for (const { key, t, v } of series)
    for (const [index, at] of t.entries()) {
      const value = v[index] ?? null
      if (value === null) continue
      const row = rows.get(at)
      if (row === undefined) rows.set(at, new Map([[key, value]]))
      else row.set(key, value)
    }
  return [...rows].map(([at, values]) => ({ at, values })).sort((one, other) => other.at - one.at)
}
