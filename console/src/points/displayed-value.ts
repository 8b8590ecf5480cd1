import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { evaluate } from '@heatfleet/modbus/formula-evaluate.ts'
import { type Ast, parseFormula } from '@heatfleet/modbus/formula-parse.ts'

/** Parsed display formulas; keyed by point, as a definition's points keep their identity. */
const parsed = new WeakMap<DataPoint, Ast | null>()

const displayOf = (point: DataPoint): Ast | null => {
  const cached = parsed.get(point)
  if (cached !== undefined) return cached
  const { display } = point.formulas
  const formula = display === null ? null : parseFormula(display)
  const ast = formula?.ok === true ? formula.ast : null
  parsed.set(point, ast)
  return ast
}

/** The displayed number of a value: by the display formula if there is one (spec 3, formulas with type). */
export const displayedValue = (point: DataPoint, value: number): number => {
  const display = displayOf(point)
  if (display === null) return value
  const shown = evaluate(display, () => value)
  return Number.isFinite(shown) ? shown : value
}
