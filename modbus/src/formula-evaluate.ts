import type { Ast, BinaryOp, FunctionName } from './formula-parse.ts'

/** Computes a formula by walking its tree; `answer` answers each name. Division by zero gives a non-finite number. */
export const evaluate = (ast: Ast, answer: (name: string) => number): number => {
  switch (ast.kind) {
    case 'number':
      return ast.value
    case 'name':
      return answer(ast.name)
    case 'negate':
      return -evaluate(ast.of, answer)
    case 'binary':
      return BINARY[ast.op](evaluate(ast.left, answer), evaluate(ast.right, answer))
    case 'call':
      return CALLS[ast.fn](ast.args.map((arg) => evaluate(arg, answer)))
    case 'choice':
      return evaluate(ast.test, answer) !== 0 ? evaluate(ast.yes, answer) : evaluate(ast.no, answer)
  }
}

const BINARY: Record<BinaryOp, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
  '<': (a, b) => Number(a < b),
  '<=': (a, b) => Number(a <= b),
  '>': (a, b) => Number(a > b),
  '>=': (a, b) => Number(a >= b),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
}

const CALLS: Record<FunctionName, (args: number[]) => number> = {
  abs: ([x = Number.NaN]) => Math.abs(x),
  round: ([x = Number.NaN]) => Math.round(x),
  floor: ([x = Number.NaN]) => Math.floor(x),
  ceil: ([x = Number.NaN]) => Math.ceil(x),
  min: (args) => Math.min(...args),
  max: (args) => Math.max(...args),
  clamp: ([x = Number.NaN, low = Number.NaN, high = Number.NaN]) => Math.min(Math.max(x, low), high),
}
