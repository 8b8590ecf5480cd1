import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

/** The fields of a row as bytes; null = SQL null. */
type BinaryRow = (Buffer | null)[]

/**
 * Reads rows by binary COPY: the driver reads rows as text only, which doubles the size of large `bytea` values. COPY takes
 * no parameters: `query` is built from our own numbers and dates only.
 */
export const readBinaryRows = async (pool: pg.Pool, query: string): Promise<BinaryRow[]> => {
  const client = await pool.connect()
  try {
    const pieces: Buffer[] = []
    for await (const piece of client.query(copyTo(`copy (${query}) to stdout (format binary)`))) pieces.push(piece)
    client.release()
    return parseBinaryRows(Buffer.concat(pieces))
  } catch (error) {
    // A connection in the middle of a COPY cannot be reused.
    client.release(true)
    throw error
  }
}

const SIGNATURE_BYTES = 11
const FLAGS_BYTES = 4
const END_OF_ROWS = -1
const NULL_LENGTH = -1

const parseBinaryRows = (copy: Buffer): BinaryRow[] => {
  const rows: BinaryRow[] = []
  let at = SIGNATURE_BYTES + FLAGS_BYTES
  at += 4 + copy.readInt32BE(at)
  for (;;) {
    const fields = copy.readInt16BE(at)
    at += 2
    if (fields === END_OF_ROWS) return rows
    const row: BinaryRow = []
    for (let field = 0; field < fields; field++) {
      const length = copy.readInt32BE(at)
      at += 4
      row.push(length === NULL_LENGTH ? null : copy.subarray(at, at + length))
      at += Math.max(0, length)
    }
    rows.push(row)
  }
}
