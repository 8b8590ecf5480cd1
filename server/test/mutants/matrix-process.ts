import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { MatrixQuestion, PartAnswer } from '../access/child.ts'
import { createFromTemplate, dropDatabase, type TestCluster } from '../test-cluster.ts'
import type { Mutant } from './find-mutants.ts'
import type { MutatedTree } from './mutated-tree.ts'

/** The access matrix of a tree, ready to be asked about its mutants one after the other. */
export type Matrix = {
  /** What these parts of the matrix come to with a mutant or without; null when the child dies of it. */
  ask: (mutant: Mutant | null, parts: readonly string[]) => Promise<PartAnswer[] | null>
  /** The next question is asked on a new database. */
  renew: () => void
  /** Whether nothing was asked since. */
  isNew: () => boolean
  close: () => void
}

/** The whole matrix takes minutes on a busy machine; what takes longer hangs. */
const HANGS_AFTER_MS = 15 * 60_000

/** Opens one; `name` = of its databases. */
export const openMatrix = ({ connection }: TestCluster, { folder }: MutatedTree, name: string): Matrix => {
  let child: ChildProcess | null = null
  let database: string | null = null
  let made = 0
  const start = (): ChildProcess =>
    fork(join(folder, 'server', 'test', 'access', 'child.ts'), {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  const end = () => {
    child?.kill('SIGKILL')
    child = null
    database = null
  }
  /** Names a new database to the child; the one before is dropped when the child has let go of it. */
  const askOnNew = async (of: ChildProcess, question: Omit<MatrixQuestion, 'database'>) => {
    const before = made === 0 ? null : `${name}_${made}`
    made += 1
    database = `${name}_${made}`
    const answer = await answerOf(of, { ...question, database: await createFromTemplate(connection, database) })
    if (before !== null) await dropDatabase(connection, before)
    return answer
  }
  return {
    ask: async (mutant, parts) => {
      child ??= start()
      const question = { mutant: mutant?.number ?? null, parts }
      const answer = await (database === null
        ? askOnNew(child, question)
        : answerOf(child, { ...question, database: null }))
      if (answer === null) end()
      return answer
    },
    renew: () => {
      database = null
    },
    isNew: () => database === null,
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
