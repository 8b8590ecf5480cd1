import { invertLinear } from '@heatfleet/modbus/formula-invert.ts'
import { parseFormula } from '@heatfleet/modbus/formula-parse.ts'
import type { DataPoint } from './products/points.ts'

/** A counter that fell below this part of what it was began again at zero. */
const BEGAN_AGAIN = 0.5
/** A counter rises by less than this part of its range between two readings: more is a counter that was cleared. */
const OVER_THE_END = 0.25

/**
 * How much a counter rose from the value before; never less than nothing. A new or cleared board counts from zero: all it says rose since. A smaller
 * fall is a step back, of a board that lost power before it saved: nothing rose, and from there it counts on. `wrap` = what the
 * counter counts to before it begins again (a register of 16 bits: 65,536 of its steps); a fall that is a small rise over that end is one.
 */
export const counterRise = (value: number, before: number, wrap: number | null = null): number => {
  if (value >= before) return value - before
  if (wrap !== null) {
    const over = value + wrap - before
    if (over >= 0 && over <= wrap * OVER_THE_END) return over
  }
  return value < before * BEGAN_AGAIN ? value : 0
}

/** What the value of a counter rises by until it begins again; null = it never does, or its formula is no straight line. */
export const wrapOf = (point: Pick<DataPoint, 'wraps_at' | 'formulas'> | undefined): number | null => {
  const wraps_at = point?.wraps_at ?? null
  if (point === undefined || wraps_at === null) return null
  const read = parseFormula(point.formulas.read)
  const line = read.ok ? invertLinear(read.ast) : null
  return line === null || line.scale <= 0 ? null : wraps_at * line.scale
}
