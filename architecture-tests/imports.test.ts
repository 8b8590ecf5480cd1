import { describe, expect, it } from 'vitest'
import { isTest, type SourceFile, sourceFiles } from './source-files.ts'

const WORKSPACES = ['modbus', 'contract', 'client', 'server', 'console', 'simulator', 'e2e', 'bench'] as const
type Workspace = (typeof WORKSPACES)[number]

/** modbus <- contract <- client | server | console | simulator; these never import each other. */
const MAY_IMPORT: Record<Workspace, readonly Workspace[]> = {
  modbus: [],
  contract: ['modbus'],
  client: ['contract'],
  server: ['modbus', 'contract'],
  console: ['modbus', 'contract'],
  simulator: ['modbus', 'contract'],
  e2e: ['modbus', 'contract'],
  bench: ['contract'],
}

const workspaceOf = (name: string): Workspace | undefined =>
  WORKSPACES.find((workspace) => name.startsWith(`@heatfleet/${workspace}`) || name.startsWith(`${workspace}/`))

/**
 * The layers of the server, from the bottom; a part imports those below its layer, itself, and nothing beside it. Types
 * count too. `contracts` = the types and rules in server/src itself that every layer shares; they and the platform are
 * one layer whose two parts know each other. `composition` = who starts processes and puts them together.
 */
const SERVER_LAYERS = [
  ['platform', 'contracts'],
  ['transports', 'segments', 'sheets', 'backup', 'bridge'],
  ['ingest'],
  ['features', 'compaction'],
  ['gateway', 'wiring'],
  ['composition'],
]
const CONTRACTS = [
  'audience',
  'caller',
  'changes',
  'config',
  'handler',
  'effective-permissions',
  'app-context',
  'open-sockets',
].map((name) => `${name}.ts`)
const COMPOSITION = ['demo', 'exporting', 'main.ts', 'start']

/** The part of the server a path belongs to; undefined = not in server/src. */
const partOf = (path: string): string | undefined => {
  const name = /^server\/src\/([^/]+)/.exec(path)?.[1]
  if (name === undefined) return undefined
  if (CONTRACTS.includes(name)) return 'contracts'
  if (COMPOSITION.includes(name)) return 'composition'
  return name.startsWith('wiring') ? 'wiring' : name
}

const mayImportPart = (part: string, name: string): boolean => {
  const target = partOf(name)
  if (target === undefined || target === part) return true
  const layerOf = (of: string) => SERVER_LAYERS.findIndex((parts) => parts.includes(of))
  const is_bottom = layerOf(part) === 0 && layerOf(target) === 0
  return is_bottom || (layerOf(target) !== -1 && layerOf(target) < layerOf(part))
}

const strays = (files: SourceFile[], wrong: (file: SourceFile, name: string) => boolean): string[] =>
  files.flatMap((file) => file.imports.filter((name) => wrong(file, name)).map((name) => `${file.path} -> ${name}`))

describe('who may import whom', () => {
  it.each(WORKSPACES)('%s imports only the workspaces below it', (workspace) => {
    const allowed = [workspace, ...MAY_IMPORT[workspace]]
    expect(
      strays(sourceFiles(workspace), (_, name) => {
        const target = workspaceOf(name)
        return target !== undefined && !allowed.includes(target)
      }),
    ).toEqual([])
  })

  it('modbus depends on nothing at all', () => {
    const files = sourceFiles('modbus').filter((file) => !isTest(file))
    expect(strays(files, (_, name) => !name.startsWith('modbus/'))).toEqual([])
  })

  it('the client depends on nothing at all; what builds it reads the contract', () => {
    const files = sourceFiles('client/src').filter((file) => !isTest(file))
    expect(files.length).toBeGreaterThan(0)
    expect(strays(files, (_, name) => !name.startsWith('client/src/'))).toEqual([])
  })

  it('contract depends on zod and modbus only', () => {
    const files = sourceFiles('contract').filter((file) => !isTest(file))
    expect(
      strays(
        files,
        (_, name) => name !== 'zod' && !name.startsWith('contract/') && !name.startsWith('@heatfleet/modbus'),
      ),
    ).toEqual([])
  })

  it.each(SERVER_LAYERS.flat())('server/src/%s imports only the layers below it', (part) => {
    const files = sourceFiles('server/src').filter((file) => !isTest(file) && partOf(file.path) === part)
    expect(files.length).toBeGreaterThan(0)
    expect(strays(files, (_, name) => !mayImportPart(part, name))).toEqual([])
  })

  it('every folder and file of server/src has a layer', () => {
    const parts = new Set(
      sourceFiles('server/src')
        .filter((file) => !isTest(file))
        .map((file) => partOf(file.path)),
    )
    expect(parts).toEqual(new Set(SERVER_LAYERS.flat()))
  })

  it('a server feature imports another only by its public.ts', () => {
    const featureOf = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]
    expect(
      strays(sourceFiles('server/src/features'), (file, name) => {
        const target = featureOf(name)
        return !isTest(file) && target !== undefined && target !== featureOf(file.path) && !name.endsWith('/public.ts')
      }),
    ).toEqual([])
  })

  it('a console feature is imported from outside by its public.ts only; routes and message types name its files', () => {
    const featureOf = (path: string) => /^console\/src\/features\/([^/]+)\//.exec(path)?.[1]
    const routes = ['console/src/routes.tsx', 'console/src/shell/router.tsx']
    const files = sourceFiles('console/src').filter(({ path }) => !routes.includes(path))
    expect(
      strays(files, (file, name) => {
        const target = featureOf(name)
        return (
          target !== undefined && target !== featureOf(file.path) && !/\/(public\.ts|messages\.en\.json)$/.test(name)
        )
      }),
    ).toEqual([])
  })

  it('only console/src/ui imports the chart library', () => {
    const libraries = /^echarts(\/|$)/
    const files = sourceFiles('console/src').filter((file) => !file.path.startsWith('console/src/ui/') && !isTest(file))
    expect(strays(files, (_, name) => libraries.test(name))).toEqual([])
  })
})
