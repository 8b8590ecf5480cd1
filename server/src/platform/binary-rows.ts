import type pg from 'pg'

/** The answer to a question: the fields of each row, as views; null = the database's null. */
export type BinaryRows = {
  rows: (Buffer | null)[][]
  /** Nobody looks at the rows any more: another answer may take their place. */
  free: () => void
}

/** Places that answers take, used again: the collector counts what lies outside of its own memory and would clear all of it more often. */
const places: Buffer[] = []
const PLACES_KEPT = 4
const PLACE_BYTES_MIN = 256 * 1024
const PLACE_BYTES_MAX = 2 * 1024 * 1024

/**
 * Asks for rows as bytes: large `bytea` values otherwise come as text of twice their length, written there and read here digit by
 * digit, and the driver knows no other way than a copy. It takes no parameters: `question` is made of numbers and dates of our own alone.
 */
export const readBinaryRows = async (pool: pg.Pool, question: string): Promise<BinaryRows> => {
  const client = await pool.connect()
  try {
    const bytes = await receiveCopy(client, `copy (${question}) to stdout (format binary)`)
    client.release()
    return {
      rows: parseBinaryRows(bytes),
      free: () => {
        if (places.length < PLACES_KEPT && bytes.buffer.byteLength <= PLACE_BYTES_MAX)
          places.push(Buffer.from(bytes.buffer))
      },
    }
  } catch (error) {
    // What was left in the middle of an answer is of no use to the next one.
    client.release(true)
    throw error
  }
}

/** What the driver hands over; its piece is another one's in the next moment. */
type CopyData = { chunk: Uint8Array }

const receiveCopy = (client: pg.PoolClient, text: string): Promise<Buffer> => {
  let place = places.pop() ?? newPlace(PLACE_BYTES_MIN)
  let length = 0
  return new Promise((resolve, reject) => {
    client.query({
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyData: ({ chunk }: CopyData) => {
        if (length + chunk.length > place.length) {
          const larger = newPlace(Math.max(place.length * 2, length + chunk.length))
          place.copy(larger, 0, 0, length)
          place = larger
        }
        place.set(chunk, length)
        length += chunk.length
      },
      handleCommandComplete: () => {},
      handleReadyForQuery: () => resolve(place.subarray(0, length)),
      handleError: reject,
    })
  })
}

/** A buffer that nothing else shares: its whole memory is a place. */
const newPlace = (bytes: number): Buffer => Buffer.from(new ArrayBuffer(bytes))

const SIGNATURE_BYTES = 11
const FLAGS_BYTES = 4
const NO_MORE_ROWS = -1
const NULL_LENGTH = -1

/** The rows of a `COPY … (FORMAT binary)`. */
const parseBinaryRows = (copy: Buffer): (Buffer | null)[][] => {
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
