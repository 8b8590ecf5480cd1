import { isFloat, isText } from './data-type.ts'
import { type Ast, type FormulaFault, namesIn, parseFormula } from './formula-parse.ts'
import { namedSlaves } from './locate.ts'
import type { Point } from './point.ts'
import { type Precision, precisionOf } from './precision.ts'

/** A point with its read formula parsed, what it depends on (`calc` only) and the precision of its value. */
export type PlannedPoint = { point: Point; read: Ast; needs: string[]; precision: Precision }

/** Why a point cannot be decoded; `name` = the name a formula must not use. */
export type PointFault =
  | { key: string; reason: 'bad_key' | 'duplicate_key' | 'calc_cycle' }
  | { key: string; reason: 'unknown_name'; name: string }
  | { key: string; reason: 'bad_formula'; fault: FormulaFault }

/** Sound points with a number, in an order in which each comes after what it needs, the faults of the others, and the slaves that points name. */
export type Plan = { points: PlannedPoint[]; faults: PointFault[]; named_slaves: ReadonlySet<number> }

/** Prepares a product's points for decoding: parses read formulas, orders calculated points, finds faults. */
export const planPoints = (points: readonly Point[]): Plan => {
  const faults: PointFault[] = []
  const parsed = new Map<string, { point: Point; read: Ast }>()
  const texts = new Set<string>()
  for (const point of points) {
    const outcome = readPoint(point, { has: (key) => parsed.has(key) || texts.has(key) })
    if ('reason' in outcome) faults.push(outcome)
    else if (isText(point.data_type)) texts.add(point.key)
    else parsed.set(point.key, outcome)
  }
  const planned = new Map<string, PlannedPoint>()
  let waiting = [...parsed.values()]
  for (let before = -1; waiting.length !== before; ) {
    before = waiting.length
    waiting = waiting.filter(({ point, read }) => {
      const needs = point.data_type === 'calc' ? namesIn(read) : []
      if (!needs.every((name) => planned.has(name))) return true
      const precision = precisionOf(read, (name) => planned.get(name)?.precision ?? rawPrecision(point))
      planned.set(point.key, { point, read, needs, precision })
      return false
    })
  }
  for (const { point, read } of waiting) {
    const name = namesIn(read).find((needed) => !parsed.has(needed))
    const { key } = point
    faults.push(name === undefined ? { key, reason: 'calc_cycle' } : { key, reason: 'unknown_name', name })
  }
  return { points: [...planned.values()], faults, named_slaves: namedSlaves(points) }
}

const readPoint = (
  point: Point,
  earlier: Pick<ReadonlySet<string>, 'has'>,
): { point: Point; read: Ast } | PointFault => {
  const { key } = point
  if (!/^[A-Za-z]\w{0,63}$/.test(key)) return { key, reason: 'bad_key' }
  if (earlier.has(key)) return { key, reason: 'duplicate_key' }
  const formula = parseFormula(point.formulas.read)
  if (!formula.ok) return { key, reason: 'bad_formula', fault: { at: formula.at, reason: formula.reason } }
  const foreign = point.data_type === 'calc' ? undefined : namesIn(formula.ast).find((name) => name !== 'raw')
  if (foreign !== undefined) return { key, reason: 'unknown_name', name: foreign }
  return { point, read: formula.ast }
}

const rawPrecision = ({ data_type }: Point): Precision => {
  if (!isFloat(data_type)) return 0
  return data_type.includes('64') ? 'exact' : 'float32'
}
