import { openDatabase } from '../src/platform/db.ts'
import { type Migration, migrate, readMigrations } from '../src/platform/migrate.ts'
import { dumpSchema } from '../src/platform/schema-dump.ts'
import type { TestCluster } from './test-cluster.ts'
import { createFromTemplate, dropDatabase } from './test-cluster.ts'

/** What killing came to: how often a start was killed, what was wrong then, and the schema in the end. */
type Killed = { tried: number; wrong: string[]; schema: string }

/** What stands there, cheaply: any table, column, function or constraint more or less changes it. */
const CATALOGUE = `select (select count(*) from pg_class) || '/' || (select count(*) from pg_attribute) || '/' ||
  (select count(*) from pg_proc) || '/' || (select count(*) from pg_constraint) || '/' ||
  (select count(*) from pg_description) as standing`

/**
 * Loses the connection, as a killed process does, after every `every`-th statement of each migration: nothing may be
 * left behind, and the next start must end as ever. On an empty database of its own.
 */
export const killMigrations = async (
  cluster: TestCluster['connection'],
  name: string,
  every: number,
): Promise<Killed> => {
  const { pool, close } = openDatabase(await createFromTemplate(cluster, name, 'template0'))
  const schema = async () => (await pool.query<{ standing: string }>(CATALOGUE)).rows[0]?.standing
  const migrations = readMigrations()
  const wrong: string[] = []
  let tried = 0
  try {
    await migrate(pool, [])
    for (const [at, migration] of migrations.entries()) {
      const before = await schema()
      const done = migrations.slice(0, at)
      for (const cut of cutsOf(migration, every)) {
        tried += 1
        const end = await migrate(pool, [...done, cut]).then(
          () => 'ran',
          () => 'killed',
        )
        if (end !== 'killed' || (await schema()) !== before) wrong.push(`${migration.name}: ${end}`)
      }
      const ran = await migrate(pool, [...done, migration])
      if (ran[0] !== migration.name) wrong.push(`${migration.name}: did not run afterwards`)
    }
    return { tried, wrong, schema: await dumpSchema(pool) }
  } finally {
    await close()
    await dropDatabase(cluster, name)
  }
}

/** The migration as far as some of its statements, where the connection is lost; the first of them is another each time. */
const cutsOf = (migration: Migration, every: number): Migration[] => {
  const statements = statementsOf(migration.sql)
  return statements.flatMap((_, at) => {
    if (at % every !== migration.number % Math.min(every, statements.length)) return []
    const sql = `${statements.slice(0, at + 1).join(';')};select pg_terminate_backend(pg_backend_pid())`
    return [{ ...migration, sql }]
  })
}

/** Cuts at each semicolon outside of comments, quoted text and function bodies. */
const statementsOf = (sql: string): string[] => {
  const pieces = sql.match(/--[^\n]*|'(?:[^']|'')*'|(\$\w*\$)[\s\S]*?\1|;|[^-'$;]+|[-$]/g) ?? []
  const statements = ['']
  for (const piece of pieces)
    if (piece === ';') statements.push('')
    else if (!piece.startsWith('--')) statements[statements.length - 1] += piece
  return statements.filter((statement) => statement.trim() !== '')
}
