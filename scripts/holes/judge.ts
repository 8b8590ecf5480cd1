import { dirname, join } from 'node:path'
import { createFromTemplate, dropDatabase, type TestCluster } from '../../server/test/test-cluster.ts'
import { runCommand } from '../run-command.ts'
import { HARMLESS } from './harmless.ts'
import type { Hole, SeededTree } from './seeded-tree.ts'

export const VERDICTS = [
  'caught by the matrix',
  'caught by tests beside it',
  'does not run',
  'harmless',
  'survived',
] as const
export type Verdict = (typeof VERDICTS)[number]

export const nameOf = ({ file, line, was }: Hole): string => `${file}:${line} ${was.split('\n')[0]}`

const isHarmless = (hole: Hole): boolean =>
  HARMLESS.some(({ file, was }) => hole.file === file && hole.was.includes(was))

/** What the matrix says of a tree: `wrong` when a cell is, and which; `dead` when it did not come to an end of its own. */
export const askMatrix = async (
  { connection }: TestCluster,
  { folder }: SeededTree,
  name: string,
  options: readonly string[],
): Promise<{ is: 'right' | 'wrong' | 'dead'; cell: string }> => {
  const database = await createFromTemplate(connection, name)
  const matrix = join(folder, 'server', 'test', 'access-run.ts')
  const { ok, output } = await runCommand([process.execPath, matrix, JSON.stringify(database), '--bail', ...options])
  await dropDatabase(connection, name)
  // The first wrong cell, or the last word of a tree that does not run.
  const lines = output.trim().split('\n')
  const cell = (ok ? '' : (lines.find((line) => line.startsWith('  ')) ?? lines.at(-1) ?? '')).trim()
  if (ok) return { is: 'right', cell }
  return { is: output.includes('cells tried') ? 'wrong' : 'dead', cell }
}

/** True when the tests beside a hole see it. */
const areTestsRed = async ({ connection }: TestCluster, { folder }: SeededTree, hole: Hole): Promise<boolean> => {
  const vitest = join(folder, 'node_modules', '.bin', 'vitest')
  const filters = [...companionsOf(hole)]
  const command = [vitest, 'run', '--root', folder, '--project', 'server', '--bail', '1', ...filters]
  return !(await runCommand(command, { HEATFLEET_TEST_CLUSTER: JSON.stringify(connection) })).ok
}

/** Tests of the folder the hole is in; of what all features use, the tests of what grants and of the sockets. */
const companionsOf = ({ file }: Hole): string[] =>
  file.startsWith('server/src/features/')
    ? [`${dirname(file)}/`]
    : [
        'server/src/platform/',
        'server/src/transports/',
        'server/src/features/accounts/',
        'server/src/features/roles/',
        'server/src/features/session/',
        'server/src/features/resource-groups/',
      ]

/** Makes the hole, asks the matrix and then the tests beside it, and closes it again. */
export const judge = async (
  cluster: TestCluster,
  tree: SeededTree,
  hole: Hole,
  name: string,
): Promise<{ verdict: Verdict; cell: string }> => {
  tree.make(hole)
  try {
    const options = [hole.of_call ? '--only' : '--first', hole.calls.join(',')]
    const { is, cell } = await askMatrix(cluster, tree, name, options)
    if (is === 'wrong') return { verdict: 'caught by the matrix', cell }
    if (await areTestsRed(cluster, tree, hole))
      return { verdict: is === 'dead' ? 'does not run' : 'caught by tests beside it', cell }
    return { verdict: isHarmless(hole) ? 'harmless' : 'survived', cell }
  } finally {
    tree.close(hole)
  }
}
