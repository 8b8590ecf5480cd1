import { type RawBuilder, sql } from 'kysely'
import { expect, it } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { type Planned, prepareOnce, runPrepared, runStatement, statementOf } from './prepared.ts'

const database = useDatabase()

type Plans = { generic_plans: number; custom_plans: number }

/** Custom and generic plans of a statement, summed over all connections. */
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

it('plans the others for the values of each call, on the connections of all other statements', async () => {
  const query = compiled(
    sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode, ${'a rare word'} as word`,
  )
  const modeOf = (planned: Planned) => runStatement(database, statementOf(query, planned))
  expect(statementOf(query, 'each_time').name).toBeUndefined()
  expect(await modeOf('each_time')).toMatchObject([{ mode: 'auto' }])
  expect(await modeOf('once')).toMatchObject([{ mode: 'force_generic_plan' }])
})
