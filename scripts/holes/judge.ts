import { type ChildProcess, fork } from 'node:child_process'
import { dirname, join } from 'node:path'
import type { MatrixQuestion, PartAnswer } from '../../server/test/access-child.ts'
import { createFromTemplate, dropDatabase, type TestCluster } from '../../server/test/test-cluster.ts'
import { runCommand } from '../run-command.ts'
import type { Hole } from './find-holes.ts'
import type { SeededTree } from './seeded-tree.ts'

/** The access matrix of a tree, ready to be asked about its holes one after the other. */
export type Matrix = {
  /** What these parts of the matrix, or all, come to with a hole or without; null when the child dies of it. */
  ask: (hole: Hole | null, parts: readonly string[] | null) => Promise<PartAnswer[] | null>
  close: () => void
}

/** The whole matrix takes minutes on a busy machine; what takes longer hangs. */
const HANGS_AFTER_MS = 30 * 60_000

/** Opens one; `name` = of its databases. */
export const openMatrix = ({ connection }: TestCluster, { folder }: SeededTree, name: string): Matrix => {
  let child: ChildProcess | null = null
  const start = (environment: Record<string, string>): ChildProcess =>
    fork(join(folder, 'server', 'test', 'access-child.ts'), {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  const end = () => {
    child?.kill('SIGKILL')
    child = null
  }
  return {
    ask: async (hole, parts) => {
      const at_start = hole !== null && hole.kind.at_start !== undefined
      if (at_start) end()
      child ??= start(at_start ? environmentOf(hole) : {})
      const database = await createFromTemplate(connection, name)
      const answer = await answerOf(child, { database, hole: hole?.number ?? null, parts })
      if (answer === null || at_start) end()
      await dropDatabase(connection, name)
      return answer
    },
    close: end,
  }
}

/** Null when the child dies of the question, or hangs. */
const answerOf = (child: ChildProcess, question: MatrixQuestion): Promise<PartAnswer[] | null> =>
  new Promise((resolve) => {
    const done = (answer: PartAnswer[] | null) => {
      clearTimeout(impatience)
      child.off('message', hear)
      child.off('exit', die)
      resolve(answer)
    }
    // The child sends nothing else.
    const hear = (message: unknown) => done(message as PartAnswer[])
    const die = () => done(null)
    const impatience = setTimeout(die, HANGS_AFTER_MS)
    child.on('message', hear)
    child.on('exit', die)
    child.send(question)
  })

const environmentOf = ({ number }: Hole): Record<string, string> => ({ HEATFLEET_HOLE: String(number) })

/** Whether the tests of these folders are green with a hole, or on the tree as it is. */
export const areTestsGreen = async (
  { connection }: TestCluster,
  { folder }: SeededTree,
  folders: readonly string[],
  hole: Hole | null,
): Promise<boolean> => {
  const vitest = join(folder, 'node_modules', '.bin', 'vitest')
  const command = [vitest, 'run', '--root', folder, '--project', 'server', '--bail', '1', ...folders]
  const environment = hole === null ? {} : environmentOf(hole)
  return (await runCommand(command, { HEATFLEET_TEST_CLUSTER: JSON.stringify(connection), ...environment })).ok
}

/** Tests of the folder the hole is in; of what all features use, the tests of what grants and of the sockets. */
export const companionsOf = ({ file }: Hole): string[] =>
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
