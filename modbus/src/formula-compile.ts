import type { Ast } from './formula-parse.ts'

/**
 * A formula as one JavaScript expression, built from its tree alone: numbers are printed by us, names become the slot
 * variables `slotOf` gives (made by the caller, never text of the formula), everything else is out of fixed tables.
 */
export const compileExpression = (ast: Ast, slotOf: (name: string) => string): string => {
  const compiled = (part: Ast) => compileExpression(part, slotOf)
  switch (ast.kind) {
    case 'number':
      return String(ast.value)
    case 'name':
      return slotOf(ast.name)
    case 'negate':
      return `(-${compiled(ast.of)})`
    case 'binary': {
      const [left, right] = [compiled(ast.left), compiled(ast.right)]
      const comparison = COMPARISONS.get(ast.op)
      return comparison === undefined ? `(${left}${ast.op}${right})` : `(${left}${comparison}${right}?1:0)`
    }
    case 'call': {
      const args = ast.args.map(compiled)
      return ast.fn === 'clamp'
        ? `Math.min(Math.max(${args[0]},${args[1]}),${args[2]})`
        : `Math.${ast.fn}(${args.join(',')})`
    }
    case 'choice':
      return `(${compiled(ast.test)}!==0?${compiled(ast.yes)}:${compiled(ast.no)})`
  }
}

const COMPARISONS: ReadonlyMap<string, string> = new Map([
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['==', '==='],
  ['!=', '!=='],
])
