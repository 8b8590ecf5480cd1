import type { PartAnswer } from '../../server/test/access-child.ts'
import type { Hole } from './find-holes.ts'
import type { Matrix } from './judge.ts'

/** What the matrix says: all cells right; a cell wrong, and which; or it came to no end of its own. */
export type Judgement = { is: 'right' | 'wrong' | 'dead'; cell: string }

/**
 * Asks about a hole the parts of the matrix that went past it on the tree as it is, the quickest first: no other part can
 * be changed by it. A wrong cell counts when the same parts, asked alone, are right without the hole.
 */
export const openSearch = (parts: readonly PartAnswer[]) => {
  const sorted = parts.toSorted((a, b) => a.took_ms - b.took_ms)
  /** Whether a list of parts is right by itself. */
  const alone = new Map<string, Promise<boolean>>()
  const isRightAlone = (matrix: Matrix, asked: readonly string[]): Promise<boolean> => {
    const key = asked.join()
    const known = alone.get(key) ?? matrix.ask(null, asked).then((answer) => answer?.at(-1)?.wrong === null)
    alone.set(key, known)
    return known
  }
  return async (matrix: Matrix, hole: Hole): Promise<Judgement> => {
    const reached = sorted.filter((part) => part.reached.includes(hole.number)).map(({ part }) => part)
    const asked = hole.kind.at_start?.(hole.match) ?? reached
    if (asked.length === 0) return { is: 'right', cell: '' }
    const answer = await matrix.ask(hole, asked)
    if (answer === null) return { is: 'dead', cell: '' }
    const cell = answer.at(-1)?.wrong ?? null
    if (cell === null) return { is: 'right', cell: '' }
    const needed = answer.map(({ part }) => part)
    return (await isRightAlone(matrix, needed)) ? { is: 'wrong', cell } : { is: 'right', cell: '' }
  }
}
