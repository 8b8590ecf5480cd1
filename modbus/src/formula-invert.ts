import type { Ast } from './formula-parse.ts'

/** A straight line: value = raw * scale + offset. */
type Linear = { scale: number; offset: number }

/** The line a formula of one name is, or null when it is none (a function, a choice, two names, a constant). */
export const invertLinear = (ast: Ast): Linear | null => {
  const line = lineOf(ast)
  return line === null || line.scale === 0 || !Number.isFinite(line.scale + line.offset) ? null : line
}

const lineOf = (ast: Ast): Linear | null => {
  switch (ast.kind) {
    case 'number':
      return { scale: 0, offset: ast.value }
    case 'name':
      return ast.name === 'raw' ? { scale: 1, offset: 0 } : null
    case 'negate': {
      const of = lineOf(ast.of)
      return of && { scale: -of.scale, offset: -of.offset }
    }
    case 'binary': {
      const left = lineOf(ast.left)
      const right = lineOf(ast.right)
      return left && right && combine(ast.op, left, right)
    }
    default:
      return null
  }
}

const combine = (op: string, left: Linear, right: Linear): Linear | null => {
  if (op === '+') return { scale: left.scale + right.scale, offset: left.offset + right.offset }
  if (op === '-') return { scale: left.scale - right.scale, offset: left.offset - right.offset }
  if (op === '*' && right.scale === 0) return { scale: left.scale * right.offset, offset: left.offset * right.offset }
  if (op === '*' && left.scale === 0) return { scale: right.scale * left.offset, offset: right.offset * left.offset }
  if (op === '/' && right.scale === 0) return { scale: left.scale / right.offset, offset: left.offset / right.offset }
  return null
}
