import type { Ink } from '../ui/chart/palette.ts'
import { markOf, pointKeyOf } from './sources.ts'

/** Style of a curve: a theme colour, dashed when the colour is used twice. */
export type SeriesInk = { ink: Ink; dashed: boolean }

/** Points with a fixed colour, the same as in the schematic. */
const MEANING: Readonly<Record<string, Ink>> = {
  t_out: 'hot',
  t_in: 'cold',
  t_dhw: 'warm',
  t_amb: 'ink_3',
  t_discharge: 'ref_high',
  t_cond: 'ref_high',
  p_high: 'ref_high',
  t_suction: 'ref_low',
  t_evap: 'ref_low',
  t_coil: 'ref_low',
  p_low: 'ref_low',
  comp_hz: 'ref_high',
}

/** Colours of all other points, in this order: those that resemble another colour come last. */
const REST: readonly Ink[] = [
  'ink',
  'warn',
  'ok',
  'ref_low',
  'ref_high',
  'warm',
  'hot',
  'cold',
  'ink_3',
  'acc',
  'ink_2',
]

/** Assigns a colour to every chosen point: the fixed one first, then an unused one, dashed when all are used. */
export const inkOf = (keys: readonly string[]): ReadonlyMap<string, SeriesInk> => {
  const inks = new Map<string, SeriesInk>()
  const used = new Set<Ink>()
  for (const key of keys) {
    const ink = MEANING[key]
    if (ink === undefined) continue
    inks.set(key, { ink, dashed: used.has(ink) })
    used.add(ink)
  }
  let next = 0
  for (const key of keys) {
    if (inks.has(key)) continue
    // The first comparison keeps the colour of its point, dashed; further ones get their own.
    const own = key === pointKeyOf(key) + markOf(1) ? inks.get(pointKeyOf(key)) : undefined
    if (own !== undefined) {
      inks.set(key, { ...own, dashed: true })
      continue
    }
    const free = REST.find((ink) => !used.has(ink))
    const ink = free ?? REST[next++ % REST.length] ?? 'acc'
    inks.set(key, { ink, dashed: free === undefined })
    used.add(ink)
  }
  return inks
}
