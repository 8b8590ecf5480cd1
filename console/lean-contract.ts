import type { Plugin } from 'vite'

/** What the server asks of an endpoint and says of it on its API page. Consoles know it by type; a form names its schema itself. */
const FOR_THE_SERVER: ReadonlySet<string> = new Set([
  'says',
  'example',
  'fails',
  'result',
  'query',
  'params',
  'body',
  'needs',
])
/** Calls of the end users' app, which no console makes. */
const OF_THE_APP: ReadonlySet<unknown> = new Set(['app', 'app-user'])

/** As much of the syntax tree as is looked at here. */
type Node = { type: string; start: number; end: number; [part: string]: unknown }

/**
 * Vite plugin: leaves what only the server reads of endpoints out of a build; every console would load it first thing.
 * A build with the gallery keeps it: the gallery shows the examples of endpoints.
 */
export const leanContract = (): Plugin => ({
  name: 'heatfleet:lean-contract',
  apply: (_, { command }) => command === 'build' && process.env.VITE_GALLERY !== '1',
  transform: {
    order: 'post',
    filter: { id: /contract[\\/]src[\\/][^\\/]+\.ts$/, code: 'z.' },
    handler(code) {
      const tree = this.parse(code)
      const unread = tablesIn(tree).flatMap(propertiesOf).flatMap(unreadOf)
      const cuts = unread.map((node) => ({ node, change: without }))
      const wraps = schemasIn(tree).map((node) => ({ node, change: madeOnDemand }))
      const changes = [...cuts, ...wraps].toSorted((one, other) => other.node.start - one.node.start)
      return { code: changes.reduce((text, { node, change }) => change(text, node), code), map: null }
    },
  },
})

/** Schemas with a name of their own at the top of a file: `z` with whatever is called on it. */
const schemasIn = (tree: unknown): Node[] => {
  const body = isNode(tree) && Array.isArray(tree.body) ? tree.body.filter(isNode) : []
  return body
    .map((line) => (isNode(line.declaration) ? line.declaration : line))
    .flatMap(({ declarations }) => (Array.isArray(declarations) ? declarations.filter(isNode) : []))
    .flatMap(({ init }) => (isNode(init) && init.type === 'CallExpression' && isOfZod(init) ? [init] : []))
}

const isOfZod = ({ callee, object, name }: Node): boolean =>
  name === 'z' || (isNode(callee) && isOfZod(callee)) || (isNode(object) && isOfZod(object))

/** A schema whose making is left out with it when nothing reads it: a chain of calls would stay for what it might do. */
const madeOnDemand = (code: string, { start, end }: Node): string =>
  `${code.slice(0, start)}/* @__PURE__ */ (() => ${code.slice(start, end)})()${code.slice(end)}`

/** Arguments of all calls of `endpoints` in a tree, in the order of the text. */
const tablesIn = (node: unknown): Node[] => {
  if (Array.isArray(node)) return node.flatMap(tablesIn)
  if (!isNode(node)) return []
  const inside = Object.values(node).flatMap(tablesIn)
  const { callee } = node
  const is_table = node.type === 'CallExpression' && isNode(callee) && callee.name === 'endpoints'
  return is_table && Array.isArray(node.arguments) ? [...node.arguments.filter(isNode), ...inside] : inside
}

/** What of a row is read by no console: all of it, or some of its properties. */
const unreadOf = (row: Node): Node[] => {
  const properties = isNode(row.value) ? propertiesOf(row.value) : []
  return properties.some(isOfTheApp) ? [row] : properties.filter(isForTheServer)
}

const propertiesOf = ({ properties }: Node): Node[] => (Array.isArray(properties) ? properties.filter(isNode) : [])

const isForTheServer = ({ key }: Node): boolean => isNode(key) && FOR_THE_SERVER.has(String(key.name))

const isOfTheApp = ({ key, value }: Node): boolean =>
  isNode(key) && key.name === 'needs' && isNode(value) && OF_THE_APP.has(value.value)

/** The text without a property and the comma behind it. */
const without = (code: string, { start, end }: Node): string =>
  code.slice(0, start) + code.slice(end).replace(/^\s*,/, '')

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
