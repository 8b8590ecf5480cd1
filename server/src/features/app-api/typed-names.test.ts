import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { registerApp, type TestApp } from '../../../test/app-client.ts'
import { startConsole, type TestConsole } from '../../../test/console-world.ts'
import { useDatabase } from '../../../test/database.ts'

const database = useDatabase()
let console_: TestConsole
let app: TestApp

beforeAll(async () => {
  console_ = await startConsole(database)
  app = await registerApp(database.db, console_.base_url)
})
afterAll(() => console_.close())

/** Columns of all tables in which one of the texts stands. */
const listPlaces = async (needles: readonly string[]): Promise<string[]> => {
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(database.db)
  const found: string[] = []
  for (const { table_name, column_name } of columns) {
    const { rows } = await sql`select from ${sql.table(table_name)}
      where ${sql.ref(column_name)}::text ilike any (${needles.map((needle) => `%${needle}%`)}) limit 1`.execute(
      database.db,
    )
    if (rows.length > 0) found.push(`${table_name}.${column_name}`)
  }
  return found.toSorted()
}

it('a typed name or password is in no table, whether the name exists or not', async () => {
  const password = 'Wrong-Valve-8264'
  const names = ['Typed-Into-The-Wrong-Field-8264', 'known@example.com', 'nobody@example.com']
  await app.join('known@example.com')
  const tried = await Promise.allSettled(names.map((name) => app.signIn(name, password)))
  expect(tried.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  // The account as its owner wrote it is the one place; the nick name of a test's person is the e-mail too.
  expect(await listPlaces([...names, password])).toEqual(['app_users.email', 'app_users.nick_name'])
})
