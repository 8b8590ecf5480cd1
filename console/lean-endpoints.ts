import { type Plugin, parseAst } from 'vite'

/** Fields of an endpoint that only the server, the API page and tests read. Forms import the schemas they check by name. `kind` stays: of a failed call it tells a read from a change. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([
  'about',
  'body_bytes',
  'calls_per_minute',
  'closed_to_api_tokens',
  'example',
  'fails',
  'gives',
  'needs',
  'open_during',
  'params',
  'query',
  'result',
  'says',
  'sends',
])

type Node = { type: string; start: number; end: number; [field: string]: unknown }
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Every node below one, itself included. */
function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const child of Array.isArray(value) ? (value as unknown[]) : [value]) if (isNode(child)) yield* nodesOf(child)
}

const nameOf = (node: unknown): string => (isNode(node) && typeof node.name === 'string' ? node.name : '')
const propertiesOf = (node: unknown): Node[] =>
  isNode(node) && node.type === 'ObjectExpression' ? (node.properties as Node[]) : []

/** Of the body the console reads only whether there is one: lists send their filter in it then. */
const BODY = 'body'

/** Fields in the code of a module that the browser does not need, in their order. */
const leanFieldsIn = (code: string): Node[] =>
  // The parser's nodes, read by the few fields that all have.
  [...nodesOf(parseAst(code) as unknown as Node)]
    .filter((node) => node.type === 'CallExpression' && nameOf(node.callee) === 'endpoints')
    .flatMap((call) => propertiesOf((call.arguments as unknown[])[0]))
    .flatMap((row) => propertiesOf(row.value))
    .filter((field) => OF_THE_SERVER.has(nameOf(field.key)) || nameOf(field.key) === BODY)

/** The code without those fields: what only they refer to is then left out of the build. */
export const leanEndpoints = (code: string): string => {
  let lean = ''
  let from = 0
  for (const { start, end, key } of leanFieldsIn(code)) {
    lean += code.slice(from, start)
    if (nameOf(key) === BODY) lean += `${BODY}: true,`
    from = end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)
  }
  return lean + code.slice(from)
}

/**
 * Vite plugin: the console's build has of each call where it goes and who may, not the schemas of requests and answers,
 * their examples and the sentences of the API page: made at the start of every visit, they took longest of all. The
 * gallery draws those examples and keeps them.
 */
export const dropServerFields = (): Plugin => ({
  name: 'heatfleet:lean-endpoints',
  apply: (_, { command }) => command === 'build' && process.env.VITE_GALLERY !== '1',
  transform: {
    filter: { id: /[\\/]contract[\\/]src[\\/].*\.ts$/, code: 'endpoints({' },
    handler: (code) => ({ code: leanEndpoints(code), map: null }),
  },
})
