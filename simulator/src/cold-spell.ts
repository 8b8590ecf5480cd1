import { advanceUnit, type Unit } from './unit.ts'

/** Days of a history that were colder than the measured weather: half-open, unix s. */
export type ColdSpell = { from_s: number; to_s: number; shift_k: number }

/** Moves a unit on from one moment to another; a step ends where the spell begins or ends. */
export function advanceThrough(unit: Unit, spell: ColdSpell | null, from_s: number, to_s: number): void {
  const ends = spell === null ? [to_s] : [spell.from_s, spell.to_s, to_s].filter((at) => at > from_s && at <= to_s)
  let at_s = from_s
  for (const end_s of ends.toSorted((a, b) => a - b)) {
    const is_cold = spell !== null && at_s >= spell.from_s && at_s < spell.to_s
    unit.board.plant.ambient_shift_k = is_cold ? spell.shift_k : 0
    advanceUnit(unit, end_s)
    at_s = end_s
  }
}
