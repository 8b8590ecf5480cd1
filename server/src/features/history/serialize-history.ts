import { WrittenAnswer } from '../../handler.ts'
import { putNumber } from '../../platform/put-number.ts'
import { bytesOfText, emptyText, putByte, putText, type TextBytes } from '../../platform/text-bytes.ts'
import type { History } from './read-history.ts'

/** Where one answer after the other is written; what is sent of it is a copy. */
let text = emptyText()
/** A longer one is not kept. */
const KEPT_BYTES = 4 * 1024 * 1024

/**
 * The answer as text. All points of a unit are reported together, so their curves mostly have the same times: written once, they are a
 * quarter of the work. Figures are written digit by digit: the engine takes three times as long for a number as for its digits.
 */
export const serializeHistory = ({ series, ...rest }: History): WrittenAnswer => {
  text.length = 0
  let known: { t: readonly number[]; text: string } | null = null
  putText(text, '{"series":[')
  for (const [place, { t, v, min, max, ...about }] of series.entries()) {
    if (known === null || !areSame(known.t, t)) known = { t, text: JSON.stringify(t) }
    putText(text, place === 0 ? '{"t":' : ',{"t":')
    putText(text, known.text)
    putColumn(text, ',"v":', v)
    putColumn(text, ',"min":', min)
    putColumn(text, ',"max":', max)
    putText(text, `,${JSON.stringify(about).slice(1)}`)
  }
  putText(text, `],${JSON.stringify(rest).slice(1)}`)
  const written = new WrittenAnswer(bytesOfText(text))
  if (text.bytes.length > KEPT_BYTES) text = emptyText()
  return written
}

const [OPEN, COMMA, CLOSE] = [91, 44, 93]

/** A column under its name; null = there is none. */
const putColumn = (out: TextBytes, name: string, column: readonly (number | null)[] | null): void => {
  putText(out, name)
  if (column === null) {
    putText(out, 'null')
    return
  }
  putByte(out, OPEN)
  for (let row = 0; row < column.length; row++) {
    if (row > 0) putByte(out, COMMA)
    const figure = column[row]
    // What is no number of JSON is none in its text either.
    if (figure === null || figure === undefined || !Number.isFinite(figure)) putText(out, 'null')
    else putNumber(out, figure)
  }
  putByte(out, CLOSE)
}

const areSame = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((at_ms, row) => at_ms === other[row])
