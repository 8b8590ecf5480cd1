import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

const SIGNATURE_BYTES = 11
const FLAGS_BYTES = 4
const NO_MORE_ROWS = -1
const NULL_LENGTH = -1

/**
 * Runs a question whose rows come as bytes: large `bytea` values otherwise come as text of twice their length, written there and
 * read here digit by digit. It takes no parameters: `question` is made of numbers and dates of our own alone.
 */
export const readBinaryRows = async (pool: pg.Pool, question: string): Promise<(Buffer | null)[][]> => {
  const client = await pool.connect()
  let failure: Error | undefined
  try {
    const pieces: Buffer[] = []
    for await (const piece of client.query(copyTo(`copy (${question}) to stdout (format binary)`))) pieces.push(piece)
    return parseBinaryRows(Buffer.concat(pieces))
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error))
    throw error
  } finally {
    // What was left in the middle of an answer is of no use to the next one.
    client.release(failure)
  }
}

/** The fields of each row of a `COPY … (FORMAT binary)`, as views; null = the database's null. */
export const parseBinaryRows = (copy: Buffer): (Buffer | null)[][] => {
  const rows: (Buffer | null)[][] = []
  let at = SIGNATURE_BYTES + FLAGS_BYTES
  at += 4 + copy.readInt32BE(at)
  for (;;) {
    const fields = copy.readInt16BE(at)
    at += 2
    if (fields === NO_MORE_ROWS) return rows
    const row: (Buffer | null)[] = []
    for (let field = 0; field < fields; field++) {
      const length = copy.readInt32BE(at)
      at += 4
      row.push(length === NULL_LENGTH ? null : copy.subarray(at, at + length))
      at += Math.max(0, length)
    }
    rows.push(row)
  }
}
