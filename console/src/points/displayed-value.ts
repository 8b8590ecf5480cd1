import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { evaluate } from '@heatfleet/modbus/formula-evaluate.ts'
import { type Ast, parseFormula } from '@heatfleet/modbus/formula-parse.ts'

/** Display formulas as they were read once; a definition's points stay the same objects. */
const parsed = new WeakMap<DataPoint, Ast | null>()

const displayOf = (point: DataPoint): Ast | null => {
  const known = parsed.get(point)
  if (known !== undefined) return known
  const { display } = point.formulas
  const formula = display === null ? null : parseFormula(display)
  const ast = formula?.ok === true ? formula.ast : null
  parsed.set(point, ast)
  return ast
}

/** The number a person is shown for a value: the display formula's, else the value itself (spec 3, formulas with type). */
export const displayedValue = (point: DataPoint, value: number): number => {
  const display = displayOf(point)
  if (display === null) return value
  const shown = evaluate(display, () => value)
  return Number.isFinite(shown) ? shown : value
}
