import { QUICK_TABS, type QuickTab } from '@heatfleet/contract/devices/devices.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Connections } from '../../platform/db.ts'
import type { Scope } from '../../platform/scope.ts'
import { conditionsOf, type Narrowed, QUICK_CONDITIONS } from './store-filter.ts'
import { queryDevices } from './store-query.ts'
import { searchWithin } from './store-rows.ts'
import { NO_DEVICES, tallied, wholeSubtrees } from './store-tally.ts'

type Counts = Record<QuickTab, number>

/** How many devices each quick tab would show; exact. */
export const countDevices = async (database: Connections, scope: Scope, narrowed: Narrowed): Promise<Counts> => {
  const [counts] = await queryDevices(
    database,
    scope,
    narrowed,
    'counts',
    () => sql<Counts>`select * from ${countsOf(scope, narrowed)} counts`,
  )
  return { ...NO_DEVICES, ...counts }
}

/** A subselect of one row: the counts, from the tally where it knows the filter, else by counting one by one. */
export const countsOf = (scope: Scope, narrowed: Narrowed): RawBuilder<Counts> => {
  const subtrees = isTallied(narrowed) ? wholeSubtrees(scope, narrowed.agent_path) : null
  return subtrees === null ? oneByOne(scope, narrowed) : tallied(scope, narrowed, subtrees)
}

const oneByOne = (scope: Scope, narrowed: Narrowed): RawBuilder<Counts> => {
  const counts = QUICK_TABS.map((tab) => sql`count(*) filter (where ${QUICK_CONDITIONS[tab]})::int as ${sql.ref(tab)}`)
  return sql`(select ${sql.join(counts)} ${searchWithin(scope, narrowed.uid, conditionsOf(narrowed))})`
}

/** Filters that the tally supports; with any other, devices are counted one by one. */
const TALLIED: ReadonlySet<string> = new Set([
  'product_key',
  'online_status',
  'alarm_status',
  'vcard_pk',
  'bus_status',
  'net',
  // These select no devices, or are handled below.
  'agent_id',
  'include_lower',
  'quick',
  'sort_by',
  'sort_order',
])

const isTallied = ({ filter, agent_path }: Narrowed): boolean =>
  (filter.agent_id === undefined || agent_path !== null) &&
  Object.entries(filter).every(([name, value]) => TALLIED.has(name) || isLeftOut(value))

const isLeftOut = (value: unknown): boolean =>
  value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
