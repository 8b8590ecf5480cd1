import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { killMigrations } from './kill-migrations.ts'
import { startTestCluster } from './test-cluster.ts'

/** Kills a start after every statement of every migration, on a database of its own; ends with 1 when one was wrong. */
const cluster = await startTestCluster()
try {
  const { tried, wrong, schema } = await killMigrations(cluster.connection, 'killed', 1)
  const is_same = schema === readFileSync(join(import.meta.dirname, '..', 'schema.sql'), 'utf8')
  for (const one of wrong) console.log(one)
  console.log(
    `${tried} kills tried, ${wrong.length} wrong, the schema is ${is_same ? 'the same' : 'ANOTHER'} in the end`,
  )
  process.exitCode = wrong.length === 0 && is_same ? 0 : 1
} finally {
  await cluster.stop()
}
