import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod'
import { BackupError } from './backup-error.ts'
import type { Source } from './parts.ts'
import { SequenceState, StoredTable } from './store-tables.ts'
import type { TarSink } from './tar.ts'

/**
 * The part `tables`: `index.json` lists the tables; the rows of each follow as binary COPY, cut into files `<number>/<piece>`, as an
 * archive needs sizes in advance; `sequences.json` is the last.
 */
const INDEX = 'tables/index.json'
const SEQUENCES = 'tables/sequences.json'
const PIECE_BYTES = 1_048_576
/** Of both lists: a thousand times what they have. */
const LIST_MAX_BYTES = 256 * 1024 * 1024

const Index = z.array(StoredTable)
const Sequences = z.array(SequenceState)

type Sql = pg.ClientBase

export const indexSource = (tables: readonly StoredTable[]): Source => ({
  kind: 'text',
  path: INDEX,
  text: JSON.stringify(tables),
})

export const sequencesSource = (sequences: readonly SequenceState[]): Source => ({
  kind: 'text',
  path: SEQUENCES,
  text: JSON.stringify(sequences),
})

const columnsOf = ({ columns }: StoredTable): string => columns.map(({ name }) => name).join(', ')

/** The rows of a table in the transaction of the caller, piece by piece; `at` = its place in the index. */
export async function* rowSources(sql: Sql, table: StoredTable, at: number): AsyncGenerator<Source> {
  const copy = sql.query(copyTo(`copy ${table.table} (${columnsOf(table)}) to stdout (format binary)`))
  let waiting: Buffer[] = []
  let bytes = 0
  let number = 0
  const take = (): Source => {
    const piece = Buffer.concat(waiting)
    waiting = []
    bytes = 0
    number += 1
    return { kind: 'text', path: `tables/${at}/${number}`, text: piece }
  }
  for await (const data of copy as AsyncIterable<Buffer>) {
    waiting.push(data)
    bytes += data.length
    if (bytes >= PIECE_BYTES) yield take()
  }
  if (bytes > 0) yield take()
}

type Loader = {
  sink: TarSink
  /** Waits for the last table; gives the sequences. */
  finish: () => Promise<SequenceState[]>
}

/** Loads the part into tables that `prepare` makes ready for the listed ones; false = one of them is left out. */
export const createLoader = (
  sql: Sql,
  prepare: (tables: readonly StoredTable[]) => Promise<(table: string) => boolean>,
): Loader => {
  let tables: readonly StoredTable[] = []
  let isWanted = (_: string): boolean => true
  let sequences: SequenceState[] | null = null
  let list: { path: string; pieces: Buffer[]; bytes: number } | null = null
  let copy: { at: number; stream: Writable | null; done: Promise<void> } | null = null

  const endCopy = async (): Promise<void> => {
    const { stream, done } = copy ?? { stream: null, done: Promise.resolve() }
    copy = null
    stream?.end()
    await done
  }
  const beginCopy = async (at: number): Promise<void> => {
    await endCopy()
    const table = tables[at]
    if (table === undefined)
      throw new BackupError(`tables.part has rows of table ${at}, which its index does not list.`)
    copy = { at, stream: null, done: Promise.resolve() }
    if (!isWanted(table.table)) return
    // Frozen: the rows are as old as the restored database.
    const stream = sql.query(copyFrom(`copy ${table.table} (${columnsOf(table)}) from stdin (format binary, freeze)`))
    const done = finished(stream)
    // Awaited at the next piece or at the end; until then it must not count as unhandled.
    done.catch(() => {})
    copy = { at, stream, done }
  }
  const readList = async (path: string, text: string): Promise<void> => {
    if (path === SEQUENCES) {
      await endCopy()
      sequences = Sequences.parse(JSON.parse(text))
      return
    }
    tables = Index.parse(JSON.parse(text))
    isWanted = await prepare(tables)
  }
  return {
    sink: {
      begin: async ({ path }) => {
        list = path === INDEX || path === SEQUENCES ? { path, pieces: [], bytes: 0 } : null
        if (list !== null) return
        const at = Number(/^tables\/(\d+)\/\d+$/.exec(path)?.[1] ?? Number.NaN)
        if (copy === null || copy.at !== at) await beginCopy(at)
      },
      data: async (piece) => {
        if (list !== null) {
          list.bytes += piece.length
          if (list.bytes > LIST_MAX_BYTES) throw new BackupError(`${list.path} of the backup is too long.`)
          list.pieces.push(piece)
          return
        }
        const { stream, done } = copy ?? { stream: null, done: Promise.resolve() }
        // A refused COPY never drains.
        if (stream?.write(piece) === false) await Promise.race([once(stream, 'drain'), done])
      },
      end: async () => {
        if (list !== null) await readList(list.path, Buffer.concat(list.pieces).toString('utf8'))
        list = null
      },
    },
    finish: async () => {
      await endCopy()
      if (sequences === null) throw new BackupError('tables.part is not complete: it has no list of sequences.')
      return sequences
    },
  }
}
