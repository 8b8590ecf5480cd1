import type { AlarmCounts } from '@heatfleet/contract/alarms/alarm.ts'
import { ALARM_LIMITS } from '@heatfleet/contract/alarms/limits.ts'
import type { AlarmHandling } from '@heatfleet/contract/transitions.ts'
import { type Kysely, sql } from 'kysely'
import { alarmsWithin, pathRange, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import { type AlarmQuery, TABS } from './store-list.ts'

type Db = Kysely<Tables>
type Cell = { handling: AlarmHandling; active: boolean; muted: boolean; n: number }

/** Alarms of the scope by state: of a subtree as they are counted when they change, else one by one. */
const listCells = async (db: Db, scope: Scope): Promise<Cell[]> => {
  if (scope.own_records !== null || scope.group !== null)
    return db
      .selectFrom('alarms')
      .where(alarmsWithin(scope, 'alarms'))
      .select(['handling', 'active', 'muted', sql<number>`count(*)::int`.as('n')])
      .groupBy(['handling', 'active', 'muted'])
      .execute()
  const changed = scope.own_agent
    ? sql`agent_path = ${scope.agent_path}`
    : pathRange('alarm_tally_changes.agent_path', scope.agent_path)
  const { rows } = await sql<Cell>`
    select handling, active, muted, sum(n)::int as n from (
      select handling, active, muted, n from alarm_tally where agent_path = ${scope.agent_path} and below = ${!scope.own_agent}
      union all
      select handling, active, muted, n from alarm_tally_changes where ${changed}
    ) cells group by handling, active, muted`.execute(db)
  return rows
}

/** How many alarms of the scope each quick tab holds. */
export const countAlarms = async (
  db: Db,
  scope: Scope,
  { uid, now }: Pick<AlarmQuery, 'uid' | 'now'>,
): Promise<AlarmCounts> => {
  const overdue_rows = db
    .selectFrom('alarms')
    .where(alarmsWithin(scope, 'alarms'))
    .where(TABS.overdue({ uid, now }))
    .where('alarms.muted', '=', false)
    .select(sql`1`.as('one'))
    .limit(ALARM_LIMITS.overdue_max)
  const [cells, mine, overdue] = await Promise.all([
    listCells(db, scope),
    db
      .selectFrom('alarms')
      .where(alarmsWithin(scope, 'alarms'))
      .where(TABS.mine({ uid, now }))
      .where('alarms.muted', '=', false)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow(),
    db.selectFrom(overdue_rows.as('rows')).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow(),
  ])
  const sum = (counts: (cell: (typeof cells)[number]) => boolean) =>
    cells.filter((cell) => !cell.muted && counts(cell)).reduce((total, { n }) => total + n, 0)
  return {
    unprocessed: sum(({ handling }) => handling === 'unprocessed'),
    in_process: sum(({ handling }) => handling === 'in_process'),
    overdue: overdue.n,
    processed: sum(({ handling }) => handling === 'processed'),
    closed: sum(({ handling }) => handling === 'closed'),
    recovered: sum(({ handling, active }) => !active && (handling === 'unprocessed' || handling === 'in_process')),
    mine: mine.n,
    all: cells.reduce((total, { n }) => total + n, 0),
  }
}
