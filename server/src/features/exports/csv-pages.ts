import { putNumber } from '../../platform/append-number.ts'
import { emptyText, putByte, putBytes, putText, type TextBytes } from '../../platform/text-bytes.ts'
import { csvCell } from './cell-text.ts'
import type { Page, PageColumn } from './page.ts'
import { columnsOf, createWritten, type FileLayout, type Words } from './written.ts'
import { createZoneClock, minuteOf, secondOf, type ZoneQuarter } from './zone-text.ts'

const ZERO = 48
/** Where minute and second stand in `…10:15:00"`, from its end. */
const [MINUTE_AT, SECOND_AT] = [6, 3]

/** Adds moments (unix ms) as cells of a CSV file; within a quarter of an hour only minute and second are written anew. */
const createPutMoment = (time_zone: string): ((text: TextBytes, at_ms: number) => void) => {
  const { quarterOf, textOf } = createZoneClock(time_zone)
  let cached: ZoneQuarter | null = null
  let cell = Buffer.alloc(0)
  return (text, at_ms) => {
    const quarter = quarterOf(at_ms)
    if (quarter.hour === null) {
      putText(text, csvCell(textOf(quarter, at_ms)))
      return
    }
    if (quarter !== cached) {
      cached = quarter
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

/** Adds the cell of a row. */
type PutCell = (text: TextBytes, row: number) => void

const [COMMA, RETURN, LINE_FEED] = [44, 13, 10]

/**
 * The lines of a CSV file: a header, then a line for each row. Whole columns become bytes without a text or an object for each cell. The
 * bytes of a page are overwritten by the next one: use them before requesting it.
 */
export async function* csvPages(file: FileLayout, pages: AsyncIterable<Page>): AsyncGenerator<Uint8Array> {
  const putterOf = createPutters(file.time_zone)
  const columns = columnsOf(file)
  const text = emptyText()
  // The byte-order mark makes spreadsheets read UTF-8.
  putText(text, `\uFEFF${file.columns.map(({ title }) => csvCell(title)).join(',')}\r\n`)
  yield text.bytes.subarray(0, text.length)
  for await (const page of pages) {
    text.length = 0
    const puts = columns.map(({ key, words }) => putterOf(page.columns[key], words))
    for (let row = 0; row < page.rows; row++) putLine(text, puts, row)
    yield text.bytes.subarray(0, text.length)
  }
}

const putLine = (text: TextBytes, puts: readonly PutCell[], row: number): void => {
  for (let at = 0; at < puts.length; at++) {
    if (at > 0) putByte(text, COMMA)
    puts[at]?.(text, row)
  }
  putByte(text, RETURN)
  putByte(text, LINE_FEED)
}

/** For each form of a column what adds its cells; letter by letter what {@link csvCell} gives of each. */
const createPutters = (time_zone: string): ((column: PageColumn | undefined, words: Words) => PutCell) => {
  const written = createWritten(time_zone)
  const putMoment = createPutMoment(time_zone)
  return (column, words) => {
    const textOf = (cell: Parameters<typeof written>[0]): string => csvCell(written(cell, words))
    switch (column?.kind) {
      case undefined:
        return () => {}
      case 'cells':
        return (text, row) => putText(text, textOf(column.cellOf(row)))
      case 'same': {
        const bytes = Buffer.from(textOf(column.cell))
        return (text) => putBytes(text, bytes)
      }
      case 'numbers':
        return putNumbers(column.values, words)
      case 'moments':
        return (text, row) => putMoment(text, column.at_ms[row] ?? Number.NaN)
      case 'coded': {
        const cached = new Map<number, Buffer>()
        return (text, row) => {
          const code = column.codes[row] ?? 0
          const bytes = cached.get(code) ?? Buffer.from(textOf(column.cellOf(code)))
          cached.set(code, bytes)
          putBytes(text, bytes)
        }
      }
    }
  }
}

const putNumbers = (values: Float64Array, words: Words): PutCell => {
  const put: PutCell = (text, row) => {
    const value = values[row] ?? Number.NaN
    if (Number.isFinite(value)) putNumber(text, value)
  }
  if (words.size === 0) return put
  const cells = new Map(
    [...words].flatMap(([code, word]) => (isNumber(code) ? [[Number(code), Buffer.from(csvCell(word))] as const] : [])),
  )
  return (text, row) => {
    const bytes = cells.get(values[row] ?? Number.NaN)
    if (bytes === undefined) put(text, row)
    else putBytes(text, bytes)
  }
}

/** Whether a number is written like this. */
const isNumber = (code: string): boolean => Number.isFinite(Number(code)) && String(Number(code)) === code
