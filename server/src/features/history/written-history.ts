import { WrittenAnswer } from '../../handler.ts'
import type { History } from './read.ts'

/**
 * The answer as text. All points of a unit are reported together, so their curves mostly have the same times: written once, they are a
 * quarter of the work.
 */
export const writtenHistory = ({ series, ...rest }: History): WrittenAnswer => {
  let known: { t: readonly number[]; text: string } | null = null
  const pieces = ['{"series":[']
  for (const { t, ...figures } of series) {
    if (known === null || !areSame(known.t, t)) known = { t, text: JSON.stringify(t) }
    const comma = pieces.length === 1 ? '' : ','
    pieces.push(`${comma}{"t":`, known.text, `,${JSON.stringify(figures).slice(1)}`)
  }
  pieces.push(`],${JSON.stringify(rest).slice(1)}`)
  return new WrittenAnswer(...pieces)
}

const areSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((at_ms, row) => at_ms === other[row])
