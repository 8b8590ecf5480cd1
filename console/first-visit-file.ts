import { isSchemas } from './schemas-apart.ts'

/** What the bundler says about a module. */
type Graph = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }

/** The file of each step of a first visit, and the modules it starts with; a module belongs to the first step that needs it. */
const STEPS = {
  first: ['main.tsx', 'shell/main-layout.tsx', 'features/devices/device-list.tsx'],
  'sign-in': ['features/session/login.tsx'],
} as const
type Step = keyof typeof STEPS

/** All modules that a module imports, itself included; not what it fetches later, nor schemas, which it may not need. */
const collect = (id: string, graph: Graph, into: Set<string>): void => {
  if (into.has(id) || isSchemas(id)) return
  into.add(id)
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) collect(imported, graph, into)
}

const filesOf = (graph: Graph): ReadonlyMap<string, Step> => {
  const files = new Map<string, Step>()
  for (const [step, starts] of Object.entries(STEPS) as [Step, readonly string[]][]) {
    const modules = new Set<string>()
    for (const start of starts) collect(`${import.meta.dirname}/src/${start}`, graph, modules)
    for (const id of modules) if (!files.has(id)) files.set(id, step)
  }
  return files
}

let known: ReadonlyMap<string, Step> | null = null

/** The file for a module that a first visit runs; null: the bundler decides. Called once for each module. */
export const firstVisitFile = (id: string, graph: Graph): string | null => {
  known ??= filesOf(graph)
  return known.get(id) ?? null
}
