import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { type Planned, prepareOnce, runPrepared, runStatement, statementOf } from './prepared.ts'

const database = useDatabase()

type Plans = { generic_plans: number; custom_plans: number }

/** How a connection that was asked has planned a statement; numbers of all connections together. */
const plansOf = async (text: string): Promise<Plans[]> => {
  const { rows } = await database.prepared.query<Plans>(
    `select generic_plans::int, custom_plans::int from pg_prepared_statements where statement = $1`,
    [text],
  )
  return rows
}

const compiled = <Row>(query: RawBuilder<Row>) => ({ compile: () => query.compile(database.db) })

it('plans a prepared statement once for all values', async () => {
  const add = (n: number) => runPrepared<{ sum: number }>(database, compiled(sql`select ${n}::int + 1 as sum`))
  for (const n of [1, 2, 3]) expect(await add(n)).toEqual([{ sum: n + 1 }])
  expect(await plansOf('select $1::int + 1 as sum')).toEqual([{ generic_plans: 3, custom_plans: 0 }])
})

it('plans a statement of which only values change once too', async () => {
  const double = prepareOnce<{ twice: number }>(() => compiled(sql`select ${0}::int * 2 as twice`))
  for (const n of [1, 2, 3]) expect(await double(database, [n])).toEqual([{ twice: n * 2 }])
  expect(await plansOf('select $1::int * 2 as twice')).toEqual([{ generic_plans: 3, custom_plans: 0 }])
})

it('plans for the values at hand what is parsed once, and keeps its text', async () => {
  const half = (n: number) => statementOf(compiled(sql<{ half: number }>`select ${n}::int / 2 as half`), 'each_time')
  for (const n of [2, 4, 6]) expect(await runStatement(database, half(n))).toEqual([{ half: n / 2 }])
  const { rows } = await database.parsed.query<Plans>(
    `select generic_plans::int, custom_plans::int from pg_prepared_statements where statement like 'select $1::int / 2%'`,
  )
  expect(rows).toEqual([{ generic_plans: 0, custom_plans: 3 }])
})

it('asks each kind of statement on connections of its own', async () => {
  const query = compiled(
    sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode, ${'a rare word'} as word`,
  )
  const ask = (planned: Planned) => runStatement(database, statementOf(query, planned))
  expect(await ask('never')).toMatchObject([{ mode: 'auto' }])
  expect(await ask('once')).toMatchObject([{ mode: 'force_generic_plan' }])
  expect(await ask('each_time')).toMatchObject([{ mode: 'force_custom_plan' }])
})
