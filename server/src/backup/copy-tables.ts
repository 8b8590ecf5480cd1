import type pg from 'pg'
import { waitForCompactionLock } from '../platform/compaction-lock.ts'
import { BackupError } from './backup-error.ts'
import type { Part, TableFigures } from './manifest.ts'
import { type Source, writePart } from './parts.ts'
import { findSchema, readFiguresOf, type SchemaState } from './store.ts'
import { listSequences, listStoredTables } from './store-tables.ts'
import { indexSource, rowSources, sequencesSource } from './table-archive.ts'

/** A backlog of days may take the compaction a while; the schedule tries again after an hour. */
const COMPACTION_MAX_MS = 1_800_000
/** A database may end sessions that wait or work for long; this one waits for the other and for the disk. */
const NO_TIMEOUTS = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0'

type TableCopy = { schema: SchemaState; part: Part; tables: TableFigures[] }

/**
 * Copies all rows of one moment while the product runs. `keeper` holds the snapshot, and no lock of a table; `reader` takes each table in a
 * transaction of its own, so that a change of a table waits for the copy of that table alone. Partitions are not touched
 * meanwhile: the keeper has the turn of the compaction.
 */
export const copyTables = async (
  [keeper, reader]: readonly [pg.Client, pg.Client],
  folder: string,
  key: Buffer,
): Promise<TableCopy> => {
  for (const client of [keeper, reader]) await client.query(NO_TIMEOUTS)
  if (!(await waitForCompactionLock(keeper, COMPACTION_MAX_MS)))
    throw new BackupError('The compaction of history is still running: make the backup later.')
  await keeper.query('begin isolation level repeatable read read only')
  const { rows } = await keeper.query<{ snapshot: string }>('select pg_export_snapshot() as snapshot')
  const snapshot = rows[0]?.snapshot ?? ''
  const schema = await findSchema(keeper)
  if (schema === null) throw new BackupError('The database has not been migrated yet: start Heatfleet once.')
  const tables: TableFigures[] = []
  const part = await writePart(folder, key, 'tables', tableSources(keeper, reader, snapshot, tables))
  // A migration may rewrite a table, and rows of an older snapshot are not in the new one.
  const after = await findSchema(reader)
  if (after?.checksum !== schema.checksum)
    throw new BackupError('The database was migrated while it was backed up: make the backup again.')
  return { schema, part, tables }
}

async function* tableSources(
  keeper: pg.Client,
  reader: pg.Client,
  snapshot: string,
  figures: TableFigures[],
): AsyncGenerator<Source> {
  const tables = await listStoredTables(keeper)
  yield indexSource(tables)
  for (const [at, table] of tables.entries()) {
    await reader.query('begin isolation level repeatable read read only')
    // Of the database itself, no text of anybody.
    await reader.query(`set transaction snapshot '${snapshot}'`)
    figures.push(...(await readFiguresOf(reader, [table.table])))
    yield* rowSources(reader, table, at)
    await reader.query('commit')
  }
  yield sequencesSource(await listSequences(keeper))
}
