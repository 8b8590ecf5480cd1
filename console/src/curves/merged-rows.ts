import type { HistorySeries, SeriesQuality } from '@heatfleet/contract/history/series.ts'

/** One time with the value and the quality bits of each curve, by key. */
export type MergedRow = { at: number; values: ReadonlyMap<string, number>; marks: ReadonlyMap<string, number> }

/** Joins curves by time, newest first; gaps produce no row, a quality mark without a value does. */
export const mergedRows = (series: readonly HistorySeries[], quality: readonly SeriesQuality[]): MergedRow[] => {
  const rows = new Map<number, { values: Map<string, number>; marks: Map<string, number> }>()
  const rowAt = (at: number) => {
    const merged = rows.get(at)
    if (merged !== undefined) return merged
    const row = { values: new Map<string, number>(), marks: new Map<string, number>() }
    rows.set(at, row)
    return row
  }
  for (const { key, t, v } of series)
    for (const [index, at] of t.entries()) {
      const value = v[index] ?? null
      if (value !== null) rowAt(at).values.set(key, value)
    }
  for (const { key, t, q } of quality) for (const [index, at] of t.entries()) rowAt(at).marks.set(key, q[index] ?? 0)
  return [...rows].map(([at, row]) => ({ at, ...row })).sort((one, other) => other.at - one.at)
}

/** The combined quality bits of a row. */
export const marksOfRow = ({ marks }: MergedRow): number => [...marks.values()].reduce((bits, own) => bits | own, 0)
