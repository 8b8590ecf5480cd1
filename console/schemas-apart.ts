import { type Plugin, parseAst } from 'vite'
import { callsIn, isNode, type Node } from './pure-tables.ts'

/** Names that the code of a node refers to; names of fields are none. */
const namesIn = (node: Node): string[] => {
  if (node.type === 'Identifier') return [String(node.name)]
  const field_name = node.computed === false ? (node.type === 'MemberExpression' ? 'property' : 'key') : undefined
  return Object.entries(node)
    .filter(([field]) => field !== field_name)
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .filter(isNode)
    .flatMap(namesIn)
}

/** A declaration at the top of a module. */
type Declaration = {
  code: string
  names: readonly string[]
  refers: readonly string[]
  exported: boolean
  /** Made by calls while the module loads, as schemas are. Rows of the endpoint table are not: every screen has them. */
  made: boolean
}

const declarationOf = (statement: Node, code: string): Declaration => {
  const exported = isNode(statement.declaration)
  const node = isNode(statement.declaration) ? statement.declaration : statement
  const declared = node.type === 'VariableDeclaration' ? (node.declarations as Node[]) : [node]
  return {
    code: code.slice(node.start, node.end),
    names: declared.flatMap(({ id }) => (isNode(id) ? namesIn(id) : [])),
    refers: namesIn(node),
    exported,
    made: declared.some(({ init }) => isNode(init) && callsIn(init) && !namesIn(init).includes('endpoints')),
  }
}

/** Those made by calls, and all that refer to one of them. */
const withUsers = (all: readonly Declaration[]): ReadonlySet<Declaration> => {
  const found = new Set(all.filter(({ made }) => made))
  for (let before = 0; before < found.size; ) {
    before = found.size
    const names = new Set([...found].flatMap((one) => one.names))
    for (const one of all) if (one.refers.some((name) => names.has(name))) found.add(one)
  }
  return found
}

/** An import of a module, with the names that a part of it refers to. */
const importFor = (statement: Node, refers: ReadonlySet<string>, code: string): string => {
  const used = (statement.specifiers as Node[]).filter(({ local }) => isNode(local) && refers.has(String(local.name)))
  const { start, end } = statement.source as Node
  const names = used.map((one) => code.slice(one.start, one.end)).join(', ')
  return used.length === 0 ? '' : `import { ${names} } from ${code.slice(start, end)}\n`
}

/** What stands in for a module, and the two modules it exports from. */
type Parts = { whole: string; tables: string; schemas: string }

/**
 * A module of the contract as two: schemas with all that refers to them, and the rest. Null where it has no schemas or nothing
 * else. The contract imports by name alone.
 */
export const partSchemas = (code: string, id: string): Parts | null => {
  // The parser's nodes, read by the few fields that all have.
  const { body } = parseAst(code) as unknown as { body: Node[] }
  const imports = body.filter(({ type }) => type === 'ImportDeclaration')
  if (!imports.some(({ source }) => isNode(source) && source.value === 'zod')) return null
  const all = body.filter((one) => !imports.includes(one)).map((one) => declarationOf(one, code))
  const apart = withUsers(all)
  const schemas = all.filter((one) => apart.has(one))
  if (schemas.some(({ refers }) => refers.includes('endpoints')))
    throw new Error(`${id}: calls refer to a schema outside of their own fields, so every screen would make it`)
  const tables = all.filter((one) => !apart.has(one))
  if (schemas.length === 0 || tables.length === 0) return null
  const namesOf = (part: readonly Declaration[]): string => part.flatMap(({ names }) => names).join(', ')
  const exportedOf = (part: readonly Declaration[]): string => namesOf(part.filter(({ exported }) => exported))
  const codeOf = (part: readonly Declaration[]): string => {
    const refers = new Set(part.flatMap((one) => one.refers))
    return [...imports.map((one) => importFor(one, refers, code)), ...part.map((one) => `${one.code}\n`)].join('')
  }
  return {
    whole: `export { ${exportedOf(tables)} } from '${id}?tables'\nexport { ${exportedOf(schemas)} } from '${id}?schemas'\n`,
    tables: `${codeOf(tables)}export { ${namesOf(tables)} }\n`,
    schemas: `import { ${namesOf(tables)} } from '${id}?tables'\n${codeOf(schemas)}export { ${exportedOf(schemas)} }\n`,
  }
}

const PART = /\.ts\?(?:tables|schemas)$/

/** True for the module of schemas that {@link schemasApart} makes of one of the contract. */
export const isSchemas = (id: string): boolean => id.endsWith('.ts?schemas')

/**
 * Vite plugin: the schemas of a module of the contract are a module of their own in the console's build. A screen that imports calls
 * and tables makes no schemas; one that checks by a schema loads it and makes it then (decision 0113).
 */
export const schemasApart = (): Plugin => {
  const parts = new Map<string, string>()
  return {
    name: 'heatfleet:schemas-apart',
    // The gallery draws the examples of calls, which stand beside their schemas.
    apply: (_, { command }) => command === 'build' && process.env.VITE_GALLERY !== '1',
    transform: {
      filter: { id: /[\\/]contract[\\/]src[\\/].*\.ts$/ },
      handler(code, id) {
        const parted = partSchemas(code, id)
        if (parted === null) return null
        parts.set(`${id}?tables`, parted.tables).set(`${id}?schemas`, parted.schemas)
        // Without effects: who imports a table from the whole would load the schemas too.
        return { code: parted.whole, map: null, moduleSideEffects: false }
      },
    },
    resolveId: { filter: { id: PART }, handler: (id) => ({ id, moduleSideEffects: false }) },
    load: { filter: { id: PART }, handler: (id) => parts.get(id) ?? null },
  }
}
