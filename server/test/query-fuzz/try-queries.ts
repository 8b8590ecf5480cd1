import { QUERY_TABLE_NAMES } from '@heatfleet/contract/data-query/tables.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createDataQueries } from '../../src/features/data-query/query-data.ts'
import type { Connections } from '../../src/platform/db.ts'
import { parseMessage } from '../../src/transports/push-message.ts'
import { createMovedClock } from '../moved-clock.ts'
import { insertRowsOfUnits } from '../rows-of-units.ts'
import { signIn } from '../sign-in.ts'
import { type SmallAccount, type SmallFleet, seedSmallFleet } from '../small-fleet.ts'
import { anyQuery, columnsOf } from './any-query.ts'

/** Columns that name a unit, a distributor, a person or a row about a unit, and where the owner of each is found. */
const OWNED = QUERY_TABLE_NAMES.flatMap((table) =>
  Object.keys(columnsOf(table)).flatMap((name) =>
    ['mac', 'agent_id', 'receiver_id', 'alarm_id', 'app_user_id', 'uid'].includes(name) ? [`${table}.${name}`] : [],
  ),
)

const nameIn = (label: string): string => (label.split('.')[1] ?? '').replace('receiver_id', 'agent_id')

/** By name of the column: what the subtree of a distributor has, read without a scope of the product. */
const idsWithin = async (database: Connections, agent_path: string): Promise<Map<string, Set<unknown>>> => {
  const { rows } = await sql<{ name: string; id: unknown; agent_path: string }>`
    select 'mac' as name, to_json(mac) as id, agent_path from devices
    union all select 'agent_id', to_json(agent_id), agent_path from distributors
    union all select 'alarm_id', to_json(alarm_id), devices.agent_path from alarms join devices using (device_id)
    union all select 'app_user_id', to_json(app_user_id), devices.agent_path from bindings join devices using (device_id)
    union all select 'uid', to_json(uid), coalesce(agent_path, '/') from accounts left join distributors using (agent_id)`.execute(
    database.db,
  )
  return new Map(
    [...Map.groupBy(rows, ({ name }) => name)].map(([name, all]) => [
      name,
      new Set(all.filter((row) => row.agent_path.startsWith(agent_path)).map(({ id }) => id)),
    ]),
  )
}

export type FuzzCase = { database: Connections; fleet: SmallFleet; counts: () => Promise<string> }

/** The small fleet with rows in every table. */
export const openFuzzCase = async (database: Connections): Promise<FuzzCase> => {
  const fleet = await seedSmallFleet(database.db)
  await insertRowsOfUnits(database.db)
  return { database, fleet, counts: () => countRows(database) }
}

/** Rows of every table, to see that no question changed one. */
const countRows = async ({ db }: Connections): Promise<string> => {
  const { rows } = await sql<{ name: string; n: number }>`select c.relname as name,
    (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', c.relname), false, true, '')))[1]::text::int as n
    from pg_class c join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = 'public' and c.relkind = 'r' and c.relname not in ('sessions', 'login_failures') order by 1`.execute(
    db,
  )
  return JSON.stringify(rows)
}

type Fuzzed = { tried: number; answered: number; refused: number; outside: string[]; crashed: string[] }

/** How many findings of a kind are kept to be shown. */
const SHOWN_MAX = 5

/** Asks so many questions as one person: rows outside the scope, refusals without a place and failures are findings. */
export const tryQueries = async (
  { database, fleet }: FuzzCase,
  account: SmallAccount,
  count: number,
  seed?: number,
): Promise<Fuzzed> => {
  const clock = createMovedClock(Date.UTC(2026, 10, 20))
  const { caller } = await signIn({ database, clock }, fleet.accounts[account])
  const ask = createDataQueries(database.db)
  const within = await idsWithin(database, caller.agent_path)
  const done: Fuzzed = { tried: 0, answered: 0, refused: 0, outside: [], crashed: [] }
  const find = (list: string[], what: string) => void (list.length < SHOWN_MAX && list.push(what))
  const property = fc.asyncProperty(anyQuery, async (asked) => {
    done.tried += 1
    const parsed = parseMessage(JSON.stringify({ cmd: 'UserFormatDataQuery', sn: 1, token: 'x', data_query: asked }))
    if (!parsed.ok) {
      done.refused += 1
      if (parsed.field?.startsWith('data_query.') !== true) find(done.crashed, `no place: ${JSON.stringify(asked)}`)
      return
    }
    if (parsed.message.cmd !== 'UserFormatDataQuery') throw new Error('a data query was read as another message')
    try {
      const { result } = await ask(caller, [fleet.product_key], parsed.message.data_query)
      done.answered += 1
      for (const { repeat_column, distinct_column } of result)
        for (const cells of distinct_column)
          for (const label of OWNED) {
            const id = cells[label] ?? repeat_column[label] ?? null
            if (id !== null && within.get(nameIn(label))?.has(id) !== true)
              find(done.outside, `${label} ${id}: ${JSON.stringify(asked)}`)
          }
    } catch (error) {
      done.refused += 1
      const is_refused = error instanceof Refusal && error.field?.startsWith('data_query.') === true
      if (!is_refused) find(done.crashed, `${String(error)}: ${JSON.stringify(asked)}`)
    }
  })
  await fc.assert(property, { numRuns: count, ...(seed === undefined ? {} : { seed }) })
  return done
}
