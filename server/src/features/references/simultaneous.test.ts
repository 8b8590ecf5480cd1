import { Refusal } from '@heatfleet/contract/errors.ts'
import { type RawBuilder, sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eventually } from '../../../test/eventually.ts'
import { useReferences, usesOf } from '../../../test/references-case.ts'
import { refusalOfGone } from '../../platform/gone-rows.ts'

const { database, objects, cases, forget } = useReferences()

/** Tables of what names, the first before those that refer to it. */
const TABLES: Record<string, readonly string[]> = {
  notification_policy: ['notification_policies', 'notification_policy_channels'],
  alarm_rule: ['alarm_rules'],
  alarm_mute: ['alarm_mutes'],
  analysis_report: ['analysis_reports'],
  device_group: ['device_groups'],
  resource_group: ['resource_groups'],
  rollout: ['rollouts'],
  distributor: ['distributors'],
  device_import: ['device_imports'],
}
const ROWS: Record<keyof typeof objects, readonly [string, string]> = {
  role: ['roles', 'role_id'],
  resource_group: ['resource_groups', 'group_id'],
  device_group: ['device_groups', 'group_id'],
  distributor: ['distributors', 'agent_id'],
  product: ['products', 'product_key'],
  channel: ['notification_channels', 'channel_id'],
}

/** Those that can be written. */
const columnsOf = async (table: string) => {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = ${table} and is_generated = 'NEVER'`.execute(database.db)
  return sql.join(rows.map(({ name }) => sql.ref(name)))
}

/** A transaction that has done `statements` and is not committed before somebody waits for it. */
const heldOpen = async (statements: readonly RawBuilder<unknown>[]) => {
  const client = await database.pool.connect()
  const run = (statement: RawBuilder<unknown>) => {
    const { sql: text, parameters } = statement.compile(database.db)
    return client.query(text, [...parameters])
  }
  try {
    await run(sql`begin`)
    for (const statement of statements) await run(statement)
  } catch (error) {
    client.release(true)
    throw error
  }
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = async () => {
    const found = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
      where ${rows[0]?.pid ?? 0}::int = any(pg_blocking_pids(pid))`.execute(database.db)
    return found.rows[0]?.n
  }
  return {
    commitOnceAwaited: async () => {
      try {
        await eventually(waiting).toBe(1)
      } finally {
        await run(sql`commit`)
        client.release()
      }
    },
  }
}

describe('naming and deleting at the same time', () => {
  it.each(cases)('%s: one that %s names first is kept', async (of, kind, use) => {
    const { id, remove } = await objects[of]()
    await use(id as never)
    // The same rows once more, this time not committed yet.
    const written: RawBuilder<unknown>[] = []
    for (const table of TABLES[kind] ?? []) {
      const columns = await columnsOf(table)
      const { rows } = await sql<{ row: string }>`select to_jsonb(t)::text as row from ${sql.table(table)} t
        where to_jsonb(t)::text like '%Users%' or ${table} = 'notification_policy_channels'`.execute(database.db)
      for (const { row } of rows)
        written.push(sql`insert into ${sql.table(table)} (${columns}) overriding system value
          select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${row}::jsonb)`)
    }
    await forget()
    const writer = await heldOpen(written)
    const deletion = usesOf(remove())
    await writer.commitOnceAwaited()
    expect(await deletion).toBe(`${kind} Users`)
    await forget()
  })

  it.each(cases)('%s: %s does not name one that is deleted first', async (of, _, use) => {
    const { id } = await objects[of]()
    const [table, key] = ROWS[of]
    const deletion = await heldOpen([sql`delete from ${sql.table(table)} where ${sql.ref(key)} = ${id}`])
    const naming = use(id as never).then(
      () => 'named',
      (error: unknown) => (error instanceof Refusal ? error : refusalOfGone(error))?.code,
    )
    await deletion.commitOnceAwaited()
    expect(await naming).toBe(of === 'product' ? 'product_unknown' : `${of}_not_found`)
    await forget()
  })
})
