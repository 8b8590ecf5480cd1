import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fillSegments, MEMORY_MAX_MB, runStep, type Step, sizeMb } from './backup-steps.ts'
import { generateFleet } from './fleet.ts'
import { type Place, type Product, withProduct } from './product.ts'
import { atMost, describeMachine, type Outcome } from './result.ts'

type TableBackupSize = { devices: number; segments_mb: number }

/**
 * The rows of a database are backed up through DATABASE_URL while the product runs on it, and restored into an empty one. Beside it, in
 * the same run: the files of the same database, as they are backed up without DATABASE_URL.
 */
export const measureTableBackup = (size: TableBackupSize, place: Place, say: (line: string) => void) =>
  withProduct({ ...place, data_dir: join(place.data_dir, 'data') }, {}, async (product) => {
    const store = join(place.data_dir, 'backups')
    mkdirSync(store, { mode: 0o755 })
    const run = (name: string, mb: number, words: readonly string[], database: string | null): Promise<Step> =>
      runStep({ name, mb, words, settings: settingsOf(product, database) }, place, say)
    const empty = await run('rows of an empty database', 0, ['backup-main.ts', '--to', join(store, 'empty')], OWN)
    await generateFleet(product.client, size.devices)
    await fillSegments(product.client, size.segments_mb)
    const { rows } = await product.client.query<{ mb: number; segments: number }>(
      `select pg_database_size(current_database()) / 1048576.0::float8 as mb, (select count(*)::int from report_chunks) as segments`,
    )
    const { mb, segments } = rows[0] ?? { mb: 0, segments: 0 }
    say(`${size.devices} devices, ${segments} segments, ${mb.toFixed(0)} MB`)
    await product.client.query('create database restored template template0')
    const [tables, files] = [join(store, 'tables'), join(store, 'files')]
    const backup = await run('rows: backup', mb, ['backup-main.ts', '--to', tables], OWN)
    const verify = await run('rows: verify', mb, ['backup-main.ts', '--verify', tables], OWN)
    const restore = await run(
      'rows: restore',
      mb,
      ['restore-main.ts', '--from', tables, '--into', join(store, 'into-tables')],
      'restored',
    )
    const [table_rows, tables_mb] = [rowsOf(tables), sizeMb(tables)]
    // Five copies of a large database need not be on the disk at once.
    await product.client.query('drop database restored')
    for (const name of ['tables', 'into-tables']) rmSync(join(store, name), { recursive: true })
    const beside = await run('files: backup', mb, ['backup-main.ts', '--to', files], null)
    const restored = await run(
      'files: restore',
      mb,
      ['restore-main.ts', '--from', files, '--into', join(store, 'into-files')],
      null,
    )
    const steps = [empty, backup, verify, restore, beside, restored]
    return {
      workload: 'backup',
      ...size,
      machine: await describeMachine(product.client),
      database_mb: Math.round(mb),
      rows: table_rows,
      backup_mb: { tables: tables_mb, files: sizeMb(files) },
      /** What the process that copied the rows took beyond one that copied none. */
      grown_mb: backup.memory_mb - empty.memory_mb,
      steps,
      outcomes: [backup, verify, restore].map(({ name, memory_mb }) =>
        atMost(`${name}: memory in MB`, memory_mb, MEMORY_MAX_MB),
      ) satisfies Outcome[],
    }
  })

/** The database of the product itself, by its address. */
const OWN = 'heatfleet'

const settingsOf = ({ socket_dir }: Product, database: string | null): Record<string, string> =>
  database === null
    ? {}
    : { DATABASE_URL: `postgres://heatfleet@localhost/${database}?host=${encodeURIComponent(socket_dir)}` }

const rowsOf = (folder: string): number => {
  // Written by the product that is measured.
  const { tables } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as { tables: { rows: string }[] }
  return tables.reduce((sum, { rows }) => sum + Number(rows), 0)
}
