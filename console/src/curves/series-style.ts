import type { PaletteColour } from '../ui/chart/palette.ts'
import { markOf, pointKeyOf } from './sources.ts'

/** Style of a curve: a theme colour, dashed when the colour is used twice. */
export type SeriesStyle = { colour: PaletteColour; dashed: boolean }

/** Points with a fixed colour, the same as in the schematic. */
const FIXED_COLOURS: Readonly<Record<string, PaletteColour>> = {
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
const OTHER_COLOURS: readonly PaletteColour[] = [
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
export const assignStyles = (keys: readonly string[]): ReadonlyMap<string, SeriesStyle> => {
  const styles_by_key = new Map<string, SeriesStyle>()
  const used = new Set<PaletteColour>()
  for (const key of keys) {
    const colour = FIXED_COLOURS[key]
    if (colour === undefined) continue
    styles_by_key.set(key, { colour, dashed: used.has(colour) })
    used.add(colour)
  }
  let next = 0
  for (const key of keys) {
    if (styles_by_key.has(key)) continue
    // The first comparison keeps the colour of its point, dashed; further ones get their own.
    const own = key === pointKeyOf(key) + markOf(1) ? styles_by_key.get(pointKeyOf(key)) : undefined
    if (own !== undefined) {
      styles_by_key.set(key, { ...own, dashed: true })
      continue
    }
    const free = OTHER_COLOURS.find((colour) => !used.has(colour))
    const colour = free ?? OTHER_COLOURS[next++ % OTHER_COLOURS.length] ?? 'acc'
    styles_by_key.set(key, { colour, dashed: free === undefined })
    used.add(colour)
  }
  return styles_by_key
}
