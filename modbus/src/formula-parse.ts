/**
 * Our formula language, parsed by us and never evaluated as text. Lowest to highest precedence:
 *
 *     choice      test ? yes : no                    (test is true unless 0)
 *     comparison  < <= > >= == !=                    (gives 1 or 0)
 *     sum         + -
 *     product     * / %
 *     sign        -
 *     atom        12  0.5  .5  name  ( … )  abs(x) round(x) floor(x) ceil(x) min(…) max(…) clamp(x, low, high)
 */
export type Ast =
  | { kind: 'number'; value: number; decimals: number }
  | { kind: 'name'; name: string }
  | { kind: 'negate'; of: Ast }
  | { kind: 'binary'; op: BinaryOp; left: Ast; right: Ast }
  | { kind: 'call'; fn: FunctionName; args: Ast[] }
  | { kind: 'choice'; test: Ast; yes: Ast; no: Ast }

export type BinaryOp = '+' | '-' | '*' | '/' | '%' | '<' | '<=' | '>' | '>=' | '==' | '!='
export type FunctionName = keyof typeof FUNCTIONS

/** Fewest and most arguments of each function. */
const FUNCTIONS = {
  abs: [1, 1],
  round: [1, 1],
  floor: [1, 1],
  ceil: [1, 1],
  min: [2, 8],
  max: [2, 8],
  clamp: [3, 3],
} as const satisfies Record<string, readonly [number, number]>

/** Longest formula in characters, and deepest nesting: enough for any board, too little to exhaust a stack. */
const MAX_FORMULA_CHARS = 200
const MAX_FORMULA_DEPTH = 32

/** What is wrong and where: `at` counts characters from 0. */
export type FormulaFault = {
  at: number
  reason: 'empty' | 'too_long' | 'too_deep' | 'unexpected' | 'unknown_function' | 'argument_count' | 'unclosed'
}
type ParsedFormula = { ok: true; ast: Ast } | ({ ok: false } & FormulaFault)

/** Parses a formula; a fault is a value that names its position. */
export const parseFormula = (text: string): ParsedFormula => {
  if (text.length > MAX_FORMULA_CHARS) return { ok: false, at: MAX_FORMULA_CHARS, reason: 'too_long' }
  if (text.trim() === '') return { ok: false, at: 0, reason: 'empty' }
  const cursor: Cursor = { text, at: 0, depth: 0 }
  try {
    const ast = parseChoice(cursor)
    skipSpace(cursor)
    if (cursor.at < text.length) throw new Stop(cursor.at, 'unexpected')
    return { ok: true, ast }
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop
    return { ok: false, at: stop.at, reason: stop.reason }
  }
}

/** The names a formula refers to, each once, in the order of appearance. */
export const namesIn = (ast: Ast): string[] => [...new Set(collectNames(ast))]

const collectNames = (ast: Ast): string[] => (ast.kind === 'name' ? [ast.name] : partsOf(ast).flatMap(collectNames))

const partsOf = (ast: Ast): Ast[] => {
  switch (ast.kind) {
    case 'number':
    case 'name':
      return []
    case 'negate':
      return [ast.of]
    case 'binary':
      return [ast.left, ast.right]
    case 'call':
      return ast.args
    case 'choice':
      return [ast.test, ast.yes, ast.no]
  }
}

type Cursor = { text: string; at: number; depth: number }

/** Unwinds the descent at the first fault; never leaves this file. */
class Stop extends Error {
  readonly at: number
  readonly reason: FormulaFault['reason']
  constructor(at: number, reason: FormulaFault['reason']) {
    super(reason)
    this.at = at
    this.reason = reason
  }
}

const parseChoice = (cursor: Cursor): Ast =>
  nested(cursor, () => {
    const test = parseLevel(cursor, 0)
    if (!take(cursor, '?')) return test
    const yes = parseChoice(cursor)
    expectToken(cursor, ':')
    return { kind: 'choice', test, yes, no: parseChoice(cursor) }
  })

const LEVELS: readonly (readonly BinaryOp[])[] = [
  ['<=', '>=', '==', '!=', '<', '>'],
  ['+', '-'],
  ['*', '/', '%'],
]

const parseLevel = (cursor: Cursor, level: number): Ast => {
  const ops = LEVELS[level]
  if (ops === undefined) return parseSign(cursor)
  let left = parseLevel(cursor, level + 1)
  for (;;) {
    const op = ops.find((candidate) => take(cursor, candidate))
    if (op === undefined) return left
    left = { kind: 'binary', op, left, right: parseLevel(cursor, level + 1) }
  }
}

const parseSign = (cursor: Cursor): Ast =>
  take(cursor, '-') ? nested(cursor, () => ({ kind: 'negate', of: parseSign(cursor) })) : parseAtom(cursor)

const parseAtom = (cursor: Cursor): Ast => {
  if (take(cursor, '(')) {
    const inner = parseChoice(cursor)
    expectToken(cursor, ')')
    return inner
  }
  const digits = match(cursor, /\d+(?:\.\d+)?|\.\d+/y)
  if (digits !== null) {
    return { kind: 'number', value: Number(digits), decimals: digits.split('.')[1]?.length ?? 0 }
  }
  const startsAt = cursor.at
  const name = match(cursor, /[A-Za-z_]\w*/y)
  if (name === null) throw new Stop(cursor.at, 'unexpected')
  if (!take(cursor, '(')) return { kind: 'name', name }
  if (!isFunctionName(name)) throw new Stop(startsAt, 'unknown_function')
  const args = [parseChoice(cursor)]
  while (take(cursor, ',')) args.push(parseChoice(cursor))
  expectToken(cursor, ')')
  const [fewest, most] = FUNCTIONS[name]
  if (args.length < fewest || args.length > most) throw new Stop(startsAt, 'argument_count')
  return { kind: 'call', fn: name, args }
}

const nested = (cursor: Cursor, parse: () => Ast): Ast => {
  cursor.depth++
  if (cursor.depth > MAX_FORMULA_DEPTH) throw new Stop(cursor.at, 'too_deep')
  const ast = parse()
  cursor.depth--
  return ast
}

const skipSpace = (cursor: Cursor): void => {
  while (cursor.text[cursor.at] === ' ') cursor.at++
}

const take = (cursor: Cursor, token: string): boolean => {
  skipSpace(cursor)
  const found = cursor.text.startsWith(token, cursor.at)
  if (found) cursor.at += token.length
  return found
}

const expectToken = (cursor: Cursor, token: string): void => {
  if (take(cursor, token)) return
  throw new Stop(cursor.at, cursor.at >= cursor.text.length ? 'unclosed' : 'unexpected')
}

const match = (cursor: Cursor, pattern: RegExp): string | null => {
  skipSpace(cursor)
  pattern.lastIndex = cursor.at
  const found = pattern.exec(cursor.text)?.[0] ?? null
  if (found !== null) cursor.at += found.length
  return found
}

const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(FUNCTIONS, name)
