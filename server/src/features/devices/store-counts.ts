import { QUICK_TABS, type QuickTab } from '@heatfleet/contract/devices.ts'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/db.ts'
import type { Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { type Narrowed, quickConditions } from './store-filter.ts'
import { searchWithin } from './store-rows.ts'
import { NO_DEVICES, readTally, wholeSubtrees } from './store-tally.ts'

type Db = Kysely<Tables>

/** How many devices each quick tab would show; exact. From the tally where it knows the filter, else by counting. */
export const countDevices = async (
  database: Pick<Database, 'db' | 'pool'>,
  scope: Scope,
  narrowed: Narrowed,
): Promise<Record<QuickTab, number>> => {
  const subtrees = isTallied(narrowed) ? wholeSubtrees(scope, narrowed.agent_path) : null
  if (subtrees === null) return countOneByOne(database.db, scope, narrowed)
  return readTally(database, scope, narrowed, subtrees)
}

const countOneByOne = async (db: Db, scope: Scope, { conditions, uid, now }: Narrowed) => {
  const quick = quickConditions(now)
  const counts = await searchWithin(db, scope, uid)
    .where((is) => is.and(conditions))
    .select(QUICK_TABS.map((tab) => sql<number>`count(*) filter (where ${quick[tab]})::int`.as(tab)))
    .executeTakeFirst()
  return { ...NO_DEVICES, ...counts }
}

/** Filters the tally tells devices apart by; any other is counted one by one. */
const TALLIED: ReadonlySet<string> = new Set([
  'product_key',
  'online_status',
  'alarm_status',
  'identify_status',
  'bus_status',
  'net',
  // These choose no devices, or are told apart below.
  'agent_id',
  'include_lower',
  'quick',
  'sort_by',
  'sort_order',
])

const isTallied = ({ filter, agent_path }: Narrowed): boolean =>
  (filter.agent_id === undefined || agent_path !== null) &&
  Object.entries(filter).every(([name, value]) => TALLIED.has(name) || value === undefined || String(value) === '')
