import { type ConnectionOptions, openDatabase } from '../src/platform/db.ts'
import { lossParts, matrixParts } from './access-cells.ts'
import { openAccessStage } from './access-stage.ts'

/** What the child is asked: these parts of the matrix, or all, on an empty migrated database, with one hole or none made. */
export type MatrixQuestion = { database: ConnectionOptions; hole: number | null; parts: readonly string[] | null }
/** What a part of the matrix came to: its first wrong cell, and the holes that its cells went past. */
export type PartAnswer = { part: string; wrong: string | null; took_ms: number; reached: number[] }

/** Holes that were gone past since it was emptied. */
const reached = new Set<number>()
let made: number | null = null
// The switch of each hole in a seeded tree asks this (scripts/holes/find-holes.ts).
Object.assign(globalThis, {
  isHoleMade: (hole: number): boolean => {
    reached.add(hole)
    return hole === made
  },
})

/**
 * The access matrix as a child process that is asked about one hole after the other: what it takes to load the server is
 * paid once. Every question gets a console process of its own, on a database of its own. Ends at the first wrong part.
 */
process.on('message', (question: MatrixQuestion) => {
  void answer(question).then((answered) => process.send?.(answered))
})
// Nobody is left to answer to.
process.on('disconnect', () => process.exit())

const answer = async ({ database: connection, hole, parts }: MatrixQuestion): Promise<PartAnswer[]> => {
  made = hole
  const database = openDatabase(connection)
  const stage = await openAccessStage(database)
  const known = [...matrixParts(), ...lossParts()]
  const asked = parts === null ? known : parts.flatMap((part) => known.filter(({ name }) => name === part))
  const answers: PartAnswer[] = []
  try {
    for (const { name, cells } of asked) {
      reached.clear()
      const began = performance.now()
      const { wrong } = await cells(stage)
      const took_ms = performance.now() - began
      answers.push({ part: name, wrong: wrong[0] ?? null, took_ms, reached: [...reached] })
      if (wrong.length > 0) break
    }
    return answers
  } finally {
    await stage.close()
    await database.close()
  }
}
