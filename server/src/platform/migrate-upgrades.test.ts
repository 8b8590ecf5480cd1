import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { countRows, fillTables } from '../../test/fill-tables.ts'
import { createFromTemplate, dropDatabase } from '../../test/test-cluster.ts'
import { clientConfig, openDatabase } from './db.ts'
import { migrate, readMigrations } from './migrate.ts'

const cluster = inject('postgres')
const all = readMigrations()
/** Every schema in `npm run test:full`; else each tenth and the last two before this version's. */
const is_full = process.env.HEATFLEET_TEST_FULL === '1'
const versions = all
  .map(({ number }) => number)
  .filter((n) => n >= 3 && (is_full || n % 10 === 3 || n >= all.length - 2))
const base = `upgrade_${randomBytes(6).toString('hex')}`
const used: string[] = []

const onDatabase = async <Result>(name: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> => {
  const client = new pg.Client(clientConfig({ ...cluster, database: name }))
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
const migrateTo = async (name: string, number: number): Promise<void> => {
  const database = openDatabase({ ...cluster, database: name })
  try {
    await migrate(database.pool, all.slice(0, number))
  } finally {
    await database.close()
  }
}
const newName = (): string => {
  const name = `${base}_${used.length}`
  used.push(name)
  return name
}

/** What a person would miss: units, people, companies, and what was measured and set. */
const KEPT = [
  ['devices', 'mac'],
  ['distributors', 'agent_name'],
  ['accounts', 'user_name'],
  ['products', 'product_key'],
  ['control_log', 'new_value'],
  ['report_hot', 'raw'],
] as const
const valuesOf = async (client: pg.Client, tables: ReadonlySet<string>) => {
  const values: [table: string, texts: string[]][] = []
  for (const [table, column] of KEPT) {
    if (!tables.has(table)) continue
    const { rows } = await client.query<{ text: string }>(`select "${column}"::text as text from "${table}" order by 1`)
    values.push([table, rows.map(({ text }) => text)])
  }
  return values
}

describe('an upgrade keeps what an earlier version stored', () => {
  let present = ''
  beforeAll(async () => {
    present = newName()
    await createFromTemplate(cluster, present, 'template0')
    await migrateTo(present, (versions[0] ?? 1) - 1)
  })
  afterAll(async () => {
    for (const name of used) await dropDatabase(cluster, name)
  })

  it.each(versions)('from the schema of migration %i', async (number) => {
    await migrateTo(present, number)
    const name = newName()
    await createFromTemplate(cluster, name, present)
    const before = await onDatabase(name, async (client) => {
      const filled = await fillTables(client)
      return { filled, values: await valuesOf(client, new Set(filled.keys())) }
    })
    expect(before.filled.size).toBeGreaterThan(2)
    await migrateTo(name, all.length)
    const after = await onDatabase(name, async (client) => {
      const counts = await countRows(client)
      return { counts, values: await valuesOf(client, new Set(before.values.map(([table]) => table))) }
    })
    const fewer = [...before.filled].filter(
      ([table, rows]) => !TAKEN_OVER.has(table) && (after.counts.get(table) ?? 0) < rows,
    )
    expect(fewer).toEqual([])
    expect(after.values).toEqual(before.values)
    await dropDatabase(cluster, name)
  })

  it('a program that is older than its database refuses it in one sentence', async () => {
    await migrateTo(present, all.length)
    const refused = migrateTo(present, all.length - 1)
    await expect(refused).rejects.toThrow(
      `The database is newer than this program: it has ${all.at(-1)?.name}, which is unknown here.`,
    )
  })
})

/** Tables whose rows a migration adds up elsewhere. */
const TAKEN_OVER: ReadonlySet<string> = new Set(['device_tally_changes', 'map_cell_changes'])
