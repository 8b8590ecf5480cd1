import { searchWordsOf } from '@heatfleet/contract/search/search-words.ts'
import { type CompiledQuery, Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../../test/database.ts'
import { EVERYTHING, subtreeOf } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { findDevices } from './store-devices.ts'
import { findAccounts, findAppUsers, findDistributors } from './store-people.ts'
import { findAlarmIds, findOrders } from './store-service.ts'

const database = useDatabase()
const UNITS = 8_000
let agent_path = '/'

beforeAll(async () => {
  const fleet = await seedSmallFleet(database.db)
  agent_path = fleet.distributors.A.agent_path
  await sql`
    insert into devices (mac, device_name, product_key, agent_id, agent_path, net, secret_sealed, import_time)
    select '7cdf' || lpad(to_hex(unit), 8, '0'),
      (array['Haus Schneider', 'Łódź ul. Wąska', '杭州暖源'])[1 + unit % 3] || ' ' || md5(unit::text),
      product_key, agent_id, agent_path, net, secret_sealed, now()
    from generate_series(1, ${UNITS}::int) as unit, (select * from devices limit 1) as first`.execute(database.db)
  await sql`insert into app_users (nick_name, phone, email)
    select 'Anna ' || md5(n::text), '+48' || (500000000 + n), md5(n::text) || '@example.com'
    from generate_series(1, ${UNITS}::int) as n`.execute(database.db)
  await sql`vacuum analyze devices, app_users`.execute(database.db)
})

/** What surrounds a query that is given up after a time. */
const TRANSACTION = /^(?:begin|commit|rollback|start transaction|set local)/

type Search = (db: Kysely<Tables>) => Promise<unknown>

/** Tables that the queries of a search read from the first row to the last, by their plans. */
const scannedBy = async (search: Search): Promise<string[]> => {
  const queries: CompiledQuery[] = []
  const log = ({ query }: LogEvent): void => {
    queries.push(query)
  }
  await search(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool }), log }))
  const plans = []
  for (const { sql: text, parameters } of queries.filter(({ sql: one }) => !TRANSACTION.test(one))) {
    const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])
    plans.push(...rows.map((row) => row['QUERY PLAN']))
  }
  expect(plans.length).toBeGreaterThan(0)
  return plans.flatMap((line) => /Seq Scan on (devices|app_users)\b/.exec(line)?.[1] ?? [])
}

const wordsOf = (text: string) => {
  const words = searchWordsOf(text)
  if (words === null) throw new Error(`Nothing is found by ${text}.`)
  return words
}

describe(`of ${UNITS} units and app users, no search reads all`, () => {
  it.each([
    '4e1f',
    '7cdf00004e1f',
    '8986001234567891',
    'a1b2c3 wąska',
    'schneider 12ab',
    '杭州暖源 9f8e',
    'hzny 0a1b',
    'zz',
  ])('devices by "%s"', async (text) => {
    for (const scope of [EVERYTHING, subtreeOf(agent_path)])
      expect(
        await scannedBy((db) => findDevices(db, { devices: scope, agents: scope }, wordsOf(text), { size: 5 })),
        JSON.stringify(scope.agent_path),
      ).toEqual([])
  })

  it.each(['schmeider', 'haus shcneider', 'hais', 'wazka 12ab', '杭州暖园'])(
    'similar devices by "%s"',
    async (text) => {
      for (const scope of [EVERYTHING, subtreeOf(agent_path)])
        expect(
          await scannedBy((db) =>
            findDevices(db, { devices: scope, agents: scope }, wordsOf(text), { size: 5, is_similar: true }),
          ),
          JSON.stringify(scope.agent_path),
        ).toEqual([])
    },
  )

  it.each(['amna 12ab9', 'anna c4va42'])('similar app users by "%s"', async (text) => {
    const query = { text, size: 5, sees_personal: true, is_similar: true }
    const search: Search = (db) => findAppUsers(db, EVERYTHING, wordsOf(text), query)
    expect(await scannedBy(search)).toEqual([])
  })

  it.each(['anna 12ab9', '500012345', 'c4ca4238a0b923820dcc509a6f75849b@example.com', '#17'])(
    'app users by "%s"',
    async (text) => {
      const query = { text, size: 5, sees_personal: true }
      expect(await scannedBy((db) => findAppUsers(db, EVERYTHING, wordsOf(text), query))).toEqual([])
    },
  )
})

it('the texts of the other kinds are written as their indexes have them', async () => {
  const used = async (search: Search): Promise<string> => {
    const queries: CompiledQuery[] = []
    const log = ({ query }: LogEvent): void => {
      queries.push(query)
    }
    await search(new Kysely<Tables>({ dialect: new PostgresDialect({ pool: database.pool }), log }))
    const client = await database.pool.connect()
    try {
      // They are small here: what may be used is what matters.
      await client.query('set enable_seqscan = off; set enable_indexscan = off')
      const plans = []
      for (const { sql: text, parameters } of queries)
        plans.push(...(await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...parameters])).rows)
      return plans.map((row) => row['QUERY PLAN']).join('\n')
    } finally {
      client.release(true)
    }
  }
  const words = wordsOf('nuanyuan')
  const plans = await Promise.all([
    used((db) => findDistributors(db, EVERYTHING, words, { size: 5 })),
    used((db) => findAccounts(db, EVERYTHING, words, { text: 'nuanyuan', size: 5 })),
    used((db) => findOrders(db, EVERYTHING, words, 5)),
    used((db) => findAlarmIds(db, EVERYTHING, words, { alarm_types: [], size: 5 })),
  ])
  for (const [at, index] of ['distributors', 'accounts', 'service_orders', 'fault_codes'].entries())
    expect(plans[at]).toContain(`Bitmap Index Scan on ${index}_search`)
})
