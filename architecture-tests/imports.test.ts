import { describe, expect, it } from 'vitest'
import { isTest, type SourceFile, sourceFiles } from './source-files.ts'

const WORKSPACES = ['modbus', 'contract', 'server', 'console', 'simulator', 'e2e', 'bench'] as const
type Workspace = (typeof WORKSPACES)[number]

/** modbus <- contract <- server | console | simulator; the three never import each other. */
const MAY_IMPORT: Record<Workspace, readonly Workspace[]> = {
  modbus: [],
  contract: ['modbus'],
  server: ['modbus', 'contract'],
  console: ['modbus', 'contract'],
  simulator: ['modbus', 'contract'],
  e2e: ['modbus', 'contract'],
  bench: ['contract'],
}

const workspaceOf = (name: string): Workspace | undefined =>
  WORKSPACES.find((workspace) => name.startsWith(`@heatfleet/${workspace}`) || name.startsWith(`${workspace}/`))

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

  it('contract depends on zod and modbus only', () => {
    const files = sourceFiles('contract').filter((file) => !isTest(file))
    expect(
      strays(
        files,
        (_, name) => name !== 'zod' && !name.startsWith('contract/') && !name.startsWith('@heatfleet/modbus'),
      ),
    ).toEqual([])
  })

  it('the platform knows no feature, no transport and no ingest', () => {
    expect(
      strays(
        sourceFiles('server/src/platform'),
        (file, name) => !isTest(file) && /^server\/src\/(features|transports|ingest|demo)\//.test(name),
      ),
    ).toEqual([])
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

  it('console features import ui, cloud, words and contract, never each other', () => {
    const featureOf = (path: string) => /^console\/src\/features\/([^/]+)\//.exec(path)?.[1]
    expect(
      strays(sourceFiles('console/src/features'), (file, name) => {
        const target = featureOf(name)
        return target !== undefined && target !== featureOf(file.path)
      }),
    ).toEqual([])
  })

  it('only console/src/ui imports the component library, its icons and the chart library', () => {
    const libraries = /^(antd|@ant-design|@rc-component|echarts)(\/|$)/
    const files = sourceFiles('console/src').filter((file) => !file.path.startsWith('console/src/ui/') && !isTest(file))
    expect(strays(files, (_, name) => libraries.test(name))).toEqual([])
  })
})
