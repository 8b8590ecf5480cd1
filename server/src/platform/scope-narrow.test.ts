import { type Expression, type SqlBool, sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { seedSmallFleet, useDatabase } from '../../test/database.ts'
import type { SmallDistributor, SmallFleet } from '../../test/small-fleet.ts'
import { accountsWithin, agentsWithin, auditWithin, type Scope, subtreeOf, withinScope } from './scope.ts'
import { narrowScope } from './scope-narrow.ts'

const database = useDatabase()
let fleet: SmallFleet

beforeAll(async () => {
  fleet = await seedSmallFleet(database.db)
  // Accounts created by the factory, and audit entries of all actors.
  await database.db.updateTable('accounts').set({ created_by: fleet.accounts.factory }).execute()
  await sql`insert into audit_log (at, uid, user_name, agent_path, address, action, object, detail, result, request_id)
    select now(), uid, user_name, agent_path, '', 'test', '', '{}', 'ok', ''
    from accounts left join distributors using (agent_id)`.execute(database.db)
})

const PLACES = ['A', 'A1', 'A11', 'A2', 'B'] as const satisfies readonly SmallDistributor[]
const KINDS = ['subtree', 'own_agent', 'own_records', 'group'] as const

const scopeOf = (at: SmallDistributor | null, kind: (typeof KINDS)[number]): Scope => {
  const agent_path = at === null ? '/' : fleet.distributors[at].agent_path
  const of_factory = { uid: fleet.accounts.factory, user_name: 'factory', agent_path }
  const hangzhou = { group_id: 9, agent_paths: [], region_prefixes: ['3301'], product_keys: [], device_ids: [] }
  return {
    agent_path,
    own_agent: kind === 'own_agent',
    own_records: kind === 'own_records' ? of_factory : null,
    group: kind === 'group' ? hangzhou : null,
  }
}

/** What a predicate lets through, by its key. */
const READS = {
  devices: (scope: Scope) => keysOf(sql`select mac as key from devices`, withinScope(scope, 'devices')),
  distributors: (scope: Scope) =>
    keysOf(sql`select agent_name as key from distributors`, agentsWithin(scope, 'distributors')),
  accounts: (scope: Scope) =>
    keysOf(
      sql`select user_name as key from accounts left join distributors using (agent_id)`,
      accountsWithin(scope, 'accounts'),
    ),
  audit_log: (scope: Scope) => keysOf(sql`select user_name as key from audit_log`, auditWithin(scope, 'audit_log')),
}
const keysOf = async (select: ReturnType<typeof sql>, within: Expression<SqlBool>): Promise<string[]> => {
  const { rows } = await sql<{ key: string }>`${select} where ${within}`.execute(database.db)
  return rows.map(({ key }) => key).toSorted()
}

describe.each(Object.entries(READS))('a scope narrowed to a distributor: %s', (_, read) => {
  it.each(KINDS)('are those of the scope (%s) that lie there or below, wherever the two are', async (kind) => {
    const wrong: string[] = []
    for (const from of [null, ...PLACES])
      for (const to of PLACES) {
        const scope = scopeOf(from, kind)
        const { agent_path } = fleet.distributors[to]
        const there = await read(subtreeOf(agent_path))
        // At or below the place it is narrowed to, a scope stays what it is: with what has no place, its own person say.
        const is_there = scope.agent_path.startsWith(agent_path)
        const meets = is_there || agent_path.startsWith(scope.agent_path)
        const wanted = meets ? (await read(scope)).filter((key) => is_there || there.includes(key)) : []
        const got = await read(narrowScope(scope, agent_path))
        if (got.join() !== wanted.join()) wrong.push(`${from} to ${to}: ${got.join()} instead of ${wanted.join()}`)
      }
    expect(wrong).toEqual([])
  })
})
