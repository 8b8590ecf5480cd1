import { evaluate } from '@heatfleet/modbus/formula-evaluate.ts'
import { invertLinear } from '@heatfleet/modbus/formula-invert.ts'
import { type Ast, type FormulaFault, namesIn, parseFormula } from '@heatfleet/modbus/formula-parse.ts'

/** Why a formula has no inverse. */
const NO_INVERSE = ['function', 'choice', 'several_names', 'constant', 'not_straight'] as const
type NoInverse = (typeof NO_INVERSE)[number]

/** Result of a formula with the given inputs, or its error. */
export type FormulaResult =
  | ({ ok: false } & FormulaFault)
  | {
      ok: true
      /** Names used by the formula, in the order of the text: `raw`, or keys of other points. */
      names: string[]
      /** Null while an input is missing, or when the result is not a number. */
      value: number | null
      /** The raw number of the value; only for formulas with one name. */
      back: { ok: true; raw: number } | { ok: false; reason: NoInverse }
    }

/** Evaluates a read formula, and the write formula or the derived inverse. */
export const evaluateFormula = (
  read: string,
  write: string,
  inputs: Readonly<Record<string, number | undefined>>,
): FormulaResult => {
  const parsed = parseFormula(read)
  if (!parsed.ok) return { ok: false, reason: parsed.reason, at: parsed.at }
  const names = namesIn(parsed.ast)
  const is_complete = names.every((name) => inputs[name] !== undefined)
  const result = is_complete ? evaluate(parsed.ast, (name) => inputs[name] ?? Number.NaN) : Number.NaN
  const value = Number.isFinite(result) ? result : null
  return { ok: true, names, value, back: inverseAt(parsed.ast, write.trim(), value) }
}

/** Where a formula breaks, for a sentence about it: it ends too early, or what stands there is not expected. */
export const describeFault = (
  text: string,
  { at, reason }: FormulaFault,
): { kind: 'ends'; after: string } | { kind: 'at'; at: number; found: string } => {
  const read = text.slice(0, at).trimEnd()
  if (reason === 'unexpected' && text.slice(at).trim() === '' && read !== '')
    return { kind: 'ends', after: read.slice(-1) }
  return { kind: 'at', at: at + 1, found: text.slice(at).trimStart().slice(0, 1) }
}

const inverseAt = (
  ast: Ast,
  write: string,
  value: number | null,
): { ok: true; raw: number } | { ok: false; reason: NoInverse } => {
  const own = write === '' ? null : parseFormula(write)
  if (own?.ok === true) return { ok: true, raw: Math.round(evaluate(own.ast, () => value ?? Number.NaN)) }
  const inverse = invertLinear(ast)
  if (inverse === null) return { ok: false, reason: whyNot(ast) }
  return { ok: true, raw: Math.round(((value ?? Number.NaN) - inverse.offset) / inverse.scale) }
}

const whyNot = (ast: Ast): NoInverse => {
  if (holds(ast, 'call')) return 'function'
  if (holds(ast, 'choice')) return 'choice'
  const names = new Set(namesIn(ast))
  if (names.size === 0) return 'constant'
  return names.size > 1 || !names.has('raw') ? 'several_names' : 'not_straight'
}

const holds = (ast: Ast, kind: Ast['kind']): boolean => {
  if (ast.kind === kind) return true
  switch (ast.kind) {
    case 'negate':
      return holds(ast.of, kind)
    case 'binary':
      return holds(ast.left, kind) || holds(ast.right, kind)
    case 'call':
      return ast.args.some((arg) => holds(arg, kind))
    case 'choice':
      return [ast.test, ast.yes, ast.no].some((part) => holds(part, kind))
    default:
      return false
  }
}
