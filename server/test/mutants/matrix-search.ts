import type { PartAnswer } from '../access/child.ts'
import type { Mutant } from './find-mutants.ts'
import type { Matrix } from './matrix-process.ts'

/** What the matrix says: all cells right; a cell wrong, and which; or, on a database of its own too, it came to no end. */
type MatrixVerdict = { is: 'right' | 'wrong' | 'dead'; cell: string }

/** Parts that take longer together are asked on a new database at once, which costs less than asking them a second time. */
const TWICE_UP_TO_MS = 3_000

const RIGHT: MatrixVerdict = { is: 'right', cell: '' }
const DEAD: MatrixVerdict = { is: 'dead', cell: '' }

/**
 * Asks about a mutant the parts of the matrix that went past it on the tree as it is, the quickest first and those last that
 * leave things behind: no other part can be changed by it. A wrong cell counts when its part is right without the mutant: on the same database afterwards, or each
 * on a database of its own.
 */
export const openSearch = (parts: readonly PartAnswer[]) => {
  const sorted = parts.toSorted((a, b) => Number(a.adds) - Number(b.adds) || a.took_ms - b.took_ms)

  const isWrongAlone = async (matrix: Matrix, mutant: Mutant | null, part: string): Promise<boolean> => {
    matrix.renew()
    return (await matrix.ask(mutant, [part]))?.at(-1)?.wrong !== null
  }

  /** What the parts say, on the database as it is or on a new one. */
  const searchIn = async (matrix: Matrix, mutant: Mutant, asked: readonly string[]): Promise<MatrixVerdict> => {
    for (let left = asked; left.length > 0; ) {
      const answer = await matrix.ask(mutant, left)
      const last = answer?.at(-1)
      if (last === undefined) return DEAD
      const { part, wrong, adds } = last
      const is_right_without = wrong === null || (await matrix.ask(null, [part]))?.at(-1)?.wrong === null
      if (adds) matrix.renew()
      if (wrong === null) return RIGHT
      if (is_right_without) return { is: 'wrong', cell: wrong }
      if (!(await isWrongAlone(matrix, null, part)) && (await isWrongAlone(matrix, mutant, part)))
        return { is: 'wrong', cell: wrong }
      // Its word counts for nothing: something before it is in its way.
      matrix.renew()
      left = left.slice(left.indexOf(part) + 1)
    }
    return RIGHT
  }

  return async (matrix: Matrix, mutant: Mutant): Promise<MatrixVerdict> => {
    const reached = sorted.filter((part) => part.reached.includes(mutant.number))
    const asked = reached.map(({ part }) => part)
    const takes_ms = reached.reduce((sum, { took_ms }) => sum + took_ms, 0)
    if (takes_ms > TWICE_UP_TO_MS) matrix.renew()
    const was_new = matrix.isNew()
    const verdict = await searchIn(matrix, mutant, asked)
    if (verdict.is === 'wrong' || was_new) return verdict
    // What was asked before may have hidden it, or taken away what the stage stands on.
    matrix.renew()
    return searchIn(matrix, mutant, asked)
  }
}
