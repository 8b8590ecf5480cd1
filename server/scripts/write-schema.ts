import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../src/platform/db.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { migrate } from '../src/platform/migrate.ts'
import { dumpSchema } from '../src/platform/schema-dump.ts'

/** Replays the migrations on an empty database and writes schema.sql: run after adding a migration. */
const data_dir = mkdtempSync(join(tmpdir(), 'heatfleet-schema-'))
chmodSync(data_dir, 0o755)
const postgres = await startEmbeddedPostgres({ data_dir, durable: false })
const database = openDatabase(postgres.connection)
await migrate(database.pool)
writeFileSync(join(import.meta.dirname, '..', 'schema.sql'), await dumpSchema(database.pool))
await database.close()
await postgres.stop()
rmSync(data_dir, { recursive: true, force: true })
