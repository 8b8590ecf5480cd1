import { type ConnectionOptions, type Database, openDatabase } from '../../src/platform/db.ts'
import { lossParts, matrixParts, type Part } from './parts.ts'
import { type AccessStage, openAccessStage } from './stage.ts'

/**
 * What the child is asked: these parts of the matrix, with one mutant or none made. On an empty migrated database
 * that it is given, or where it was asked before.
 */
export type MatrixQuestion = {
  database: ConnectionOptions | null
  mutant: number | null
  parts: readonly string[]
}
/** What a part of the matrix came to: its first wrong cell, and the mutants that its cells went past. */
export type PartAnswer = { part: string; wrong: string | null; took_ms: number; reached: number[]; adds: boolean }

/** Mutants that were gone past since it was emptied. */
const reached = new Set<number>()
let made: number | null = null
// The switch of each mutant in a mutated tree asks this (server/test/mutants/find-mutants.ts).
Object.assign(globalThis, {
  isMutantActive: (mutant: number): boolean => {
    reached.add(mutant)
    return mutant === made
  },
})

/** Where the questions are tried: a console process on a database, and the parts, which keep what they made there. */
type Ground = { database: Database; stage: AccessStage; parts: readonly Part[] }
let ground: Ground | null = null

/**
 * The access matrix as a child process that is asked about one mutant after the other: what it takes to load the server is
 * paid once. Ends at the first wrong part.
 */
process.on('message', (question: MatrixQuestion) => {
  void answer(question).then((answered) => process.send?.(answered))
})
// Nobody is left to answer to.
process.on('disconnect', () => process.exit())

const answer = async ({ database, mutant, parts }: MatrixQuestion): Promise<PartAnswer[]> => {
  made = null
  if (database !== null) ground = await moveTo(database)
  if (ground === null) throw new Error('The first question names a database.')
  made = mutant
  const { stage, parts: known } = ground
  const asked = parts.flatMap((part) => known.filter(({ name }) => name === part))
  const answers: PartAnswer[] = []
  for (const { name, cells, adds = false } of asked) {
    reached.clear()
    const began = performance.now()
    const { wrong } = await cells(stage)
    const took_ms = performance.now() - began
    answers.push({ part: name, wrong: wrong[0] ?? null, took_ms, reached: [...reached], adds })
    if (wrong.length > 0) break
  }
  return answers
}

const moveTo = async (connection: ConnectionOptions): Promise<Ground> => {
  await ground?.stage.close()
  await ground?.database.close()
  const database = openDatabase(connection)
  return { database, stage: await openAccessStage(database), parts: [...matrixParts(), ...lossParts()] }
}
