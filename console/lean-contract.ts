import type { Plugin } from 'vite'

/** What the server asks of an endpoint and says of it on its API page. Consoles know it by type; a form names its schema itself. */
const FOR_THE_SERVER: ReadonlySet<string> = new Set(['says', 'example', 'fails', 'result', 'query', 'params', 'body'])

/** Who makes the calls of the end users' app. */
const APP_NEEDS: ReadonlySet<string> = new Set(['app', 'app-user'])

/** As much of the syntax tree as is looked at here. */
type Node = { type: string; start: number; end: number; [part: string]: unknown }

/**
 * Vite plugin: leaves what only the server reads of endpoints out of a build, and calls that only the end users' app makes;
 * every console would load it first thing.
 * A build with the gallery keeps it: the gallery shows the examples of endpoints.
 */
export const leanContract = (): Plugin => ({
  name: 'heatfleet:lean-contract',
  apply: (_, { command }) => command === 'build' && process.env.VITE_GALLERY !== '1',
  transform: {
    order: 'post',
    filter: { id: /contract[\\/]src[\\/][^\\/]+\.ts$/, code: 'endpoints(' },
    handler(code) {
      const rows = tablesIn(this.parse(code)).flatMap(propertiesOf)
      const unread = rows.flatMap((row) => (isOfTheApp(row) ? [row] : partsOf(row).filter(isForTheServer)))
      return { code: unread.toReversed().reduce(without, code), map: null }
    },
  },
})

/** Arguments of all calls of `endpoints` in a tree, in the order of the text. */
const tablesIn = (node: unknown): Node[] => {
  if (Array.isArray(node)) return node.flatMap(tablesIn)
  if (!isNode(node)) return []
  const inside = Object.values(node).flatMap(tablesIn)
  const { callee } = node
  const is_table = node.type === 'CallExpression' && isNode(callee) && callee.name === 'endpoints'
  return is_table && Array.isArray(node.arguments) ? [...node.arguments.filter(isNode), ...inside] : inside
}

/** The properties of a row. */
const partsOf = ({ value }: Node): Node[] => (isNode(value) ? propertiesOf(value) : [])

/** A call of the end users' app, which no console makes. */
const isOfTheApp = (row: Node): boolean =>
  partsOf(row).some(
    ({ key, value }) => isNode(key) && key.name === 'needs' && isNode(value) && APP_NEEDS.has(String(value.value)),
  )

const propertiesOf = ({ properties }: Node): Node[] => (Array.isArray(properties) ? properties.filter(isNode) : [])

const isForTheServer = ({ key }: Node): boolean => isNode(key) && FOR_THE_SERVER.has(String(key.name))

/** The text without a property and the comma behind it. */
const without = (code: string, { start, end }: Node): string =>
  code.slice(0, start) + code.slice(end).replace(/^\s*,/, '')

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
