import { putBytes, putText, type TextBytes } from '../../platform/text-bytes.ts'
import { csvCell } from './cell-text.ts'
import { createZoneClock, minuteOf, secondOf, type ZoneQuarter } from './zone-text.ts'

const ZERO = 48
/** Where minute and second stand in `…10:15:00"`, from its end. */
const [MINUTE_AT, SECOND_AT] = [6, 3]

/** Adds moments (unix ms) as cells of a CSV file; within a quarter of an hour only minute and second are written anew. */
export const createPutMoment = (time_zone: string): ((text: TextBytes, at_ms: number) => void) => {
  const { quarterOf, textOf } = createZoneClock(time_zone)
  let known: ZoneQuarter | null = null
  let cell = Buffer.alloc(0)
  return (text, at_ms) => {
    const quarter = quarterOf(at_ms)
    if (quarter.hour === null) {
      putText(text, csvCell(textOf(quarter, at_ms)))
      return
    }
    if (quarter !== known) {
      known = quarter
      cell = Buffer.from(csvCell(textOf(quarter, at_ms)))
    }
    setTwo(cell, cell.length - MINUTE_AT, minuteOf(quarter, at_ms))
    setTwo(cell, cell.length - SECOND_AT, secondOf(quarter, at_ms))
    putBytes(text, cell)
  }
}

const setTwo = (bytes: Buffer, at: number, number: number): void => {
  const tens = Math.floor(number / 10)
  bytes[at] = ZERO + tens
  bytes[at + 1] = ZERO + number - tens * 10
}
