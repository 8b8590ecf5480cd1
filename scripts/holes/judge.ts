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

/** What the matrix says of a tree: `wrong` when a cell is. `dead` when it did not come to an end of its own. */
export const askMatrix = async (
  { connection }: TestCluster,
  { folder }: SeededTree,
  name: string,
  options: readonly string[],
): Promise<'right' | 'wrong' | 'dead'> => {
  const database = await createFromTemplate(connection, name)
  const matrix = join(folder, 'server', 'test', 'access-run.ts')
  const { ok, output } = await runCommand([process.execPath, matrix, JSON.stringify(database), '--bail', ...options])
  await dropDatabase(connection, name)
  if (ok) return 'right'
  return output.includes('cells tried') ? 'wrong' : 'dead'
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
export const judge = async (cluster: TestCluster, tree: SeededTree, hole: Hole, name: string): Promise<Verdict> => {
  tree.make(hole)
  try {
    const options = [hole.of_call ? '--only' : '--first', hole.calls.join(',')]
    const matrix = await askMatrix(cluster, tree, name, options)
    if (matrix === 'wrong') return 'caught by the matrix'
    if (await areTestsRed(cluster, tree, hole)) return matrix === 'dead' ? 'does not run' : 'caught by tests beside it'
    return isHarmless(hole) ? 'harmless' : 'survived'
  } finally {
    tree.close(hole)
  }
}
