import { type Plugin, parseAst } from 'vite'

export type Node = { type: string; start: number; end: number; [field: string]: unknown }
export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const CALLS: ReadonlySet<string> = new Set(['CallExpression', 'NewExpression'])
/** What stands in the body of a function runs when it is called, not when the module is loaded. */
const FUNCTIONS: ReadonlySet<string> = new Set(['ArrowFunctionExpression', 'FunctionExpression'])

/** Whether an expression calls something where it stands. */
export const callsIn = (node: Node): boolean =>
  CALLS.has(node.type) ||
  (!FUNCTIONS.has(node.type) &&
    Object.values(node).some((value) =>
      (Array.isArray(value) ? (value as unknown[]) : [value]).some((child) => isNode(child) && callsIn(child)),
    ))

/** The values of a module's own constants that calls make. */
const madeByCalls = (code: string): Node[] =>
  // The parser's nodes, read by the few fields that all have.
  (parseAst(code) as unknown as { body: Node[] }).body
    .map((statement) => (isNode(statement.declaration) ? statement.declaration : statement))
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations as Node[])
    .filter(({ id }) => isNode(id) && id.type === 'Identifier')
    .flatMap(({ init }) => (isNode(init) && callsIn(init) ? [init] : []))

/** The code with each such value marked as made by a call without effects. */
export const markPure = (code: string): string => {
  let marked = ''
  let from = 0
  for (const { start, end } of madeByCalls(code)) {
    marked += `${code.slice(from, start)}/* @__PURE__ */ (() => (${code.slice(start, end)}))()`
    from = end
  }
  return marked + code.slice(from)
}

/**
 * Vite plugin: a schema or table of the contract that nothing reads is left out of the console's build. The bundler cannot know that
 * `Paging.extend({ … })` does nothing else than make one.
 */
export const pureTables = (): Plugin => ({
  name: 'heatfleet:pure-tables',
  apply: 'build',
  transform: {
    filter: { id: /[\\/](?:contract|modbus)[\\/]src[\\/].*\.ts$/ },
    handler: (code) => ({ code: markPure(code), map: null }),
  },
})
