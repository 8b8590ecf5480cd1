import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

/** What a column can take: arrays become `{a,b}`, null and undefined become null. */
export type Cell = string | number | boolean | Date | Buffer | readonly (string | number)[] | null

const CHUNK_CHARS = 262_144

/** Copies rows into a table; the order of `columns` is that of the cells. Gives how many there were. */
export const copyRows = async (
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Cell[]>,
): Promise<number> => {
  const stream = client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`))
  const done = finished(stream)
  // Awaited at the end; a failure on the way must not count as unhandled before.
  done.catch(() => {})
  let count = 0
  let chunk = ''
  for (const row of rows) {
    chunk += `${row.map(textOf).join('\t')}\n`
    count += 1
    if (chunk.length < CHUNK_CHARS) continue
    if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), done])
    chunk = ''
  }
  stream.end(chunk)
  await done
  return count
}

const textOf = (cell: Cell): string => {
  if (cell === null) return '\\N'
  if (typeof cell === 'string') return escaped(cell)
  if (cell instanceof Date) return cell.toISOString()
  if (Buffer.isBuffer(cell)) return `\\\\x${cell.toString('hex')}`
  if (typeof cell === 'object') return escaped(`{${cell.map((one) => JSON.stringify(one)).join(',')}}`)
  return String(cell)
}

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
