import type { AlarmCounts } from '@heatfleet/contract/alarms/alarm.ts'
import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import { type Kysely, sql } from 'kysely'
import type { Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { type AlarmQuery, TABS } from './store-list.ts'
import { ofUnits } from './store-lookups.ts'
import { CELLS_OF_TAB, listCells } from './store-tally.ts'

type Db = Kysely<Tables>
/** How many alarms of the scope each quick tab holds. */
export const countAlarms = async (
  db: Db,
  scope: Scope,
  { uid, now }: Pick<AlarmQuery, 'uid' | 'now'>,
): Promise<AlarmCounts> => {
  const within = await ofUnits(db, scope)
  const overdue_rows = db
    .selectFrom('alarms')
    .where(within)
    .where(TABS.overdue({ uid, now }))
    .where('alarms.muted', '=', false)
    .select(sql`1`.as('one'))
    .limit(ALARM_LIMITS.overdue_max)
  const [cells, mine, overdue] = await Promise.all([
    listCells(db, scope, within),
    db
      .selectFrom('alarms')
      .where(within)
      .where(TABS.mine({ uid, now }))
      .where('alarms.muted', '=', false)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow(),
    db.selectFrom(overdue_rows.as('rows')).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ])
  const sum = (tab: keyof typeof CELLS_OF_TAB) => cells.filter(CELLS_OF_TAB[tab]).reduce((total, { n }) => total + n, 0)
  return {
    unprocessed: sum('unprocessed'),
    in_process: sum('in_process'),
    overdue: overdue.n,
    processed: sum('processed'),
    closed: sum('closed'),
    recovered: sum('recovered'),
    mine: mine.n,
    all: sum('all'),
  }
}
