import type { HistorySeries, SeriesQuality } from '@heatfleet/contract/history/series.ts'

/** One moment with the value of each curve that has one there, and the quality bits of each that has any, by key. */
export type MergedRow = { at: number; values: ReadonlyMap<string, number>; marks: ReadonlyMap<string, number> }

/**
 * Curves side by side, the newest moment first; gaps are no rows, but where something is known of a value that is not
 * there, the moment is one.
 */
export const mergedRows = (series: readonly HistorySeries[], quality: readonly SeriesQuality[]): MergedRow[] => {
  const rows = new Map<number, { values: Map<string, number>; marks: Map<string, number> }>()
  const rowAt = (at: number) => {
    const known = rows.get(at)
    if (known !== undefined) return known
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

/** The quality bits of a row, of all its curves together. */
export const marksOfRow = ({ marks }: MergedRow): number => [...marks.values()].reduce((bits, own) => bits | own, 0)
