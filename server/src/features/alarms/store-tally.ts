import type { AlarmFilter } from '@heatfleet/contract/alarms/alarm.ts'
import type { AlarmHandling } from '@heatfleet/contract/transitions.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { pathRange, type Scope } from '../../platform/scope.ts'
import { alarmsWithin } from '../../platform/scope-alarms.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Cell = { handling: AlarmHandling; active: boolean; muted: boolean; n: number }

/** Whether alarms of the scope are counted when they change: by the place of their unit alone. */
const isTallied = ({ own_records, group }: Scope): boolean => own_records === null && group === null

/** Alarms of the scope, which are those `within`, by state: as they are counted when they change, else one by one. */
export const listCells = async (db: Db, scope: Scope, within: Expression<SqlBool>): Promise<Cell[]> => {
  if (!isTallied(scope))
    return db
      .selectFrom('alarms')
      .where(within)
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

/** The quick tabs that are made of whole cells. */
export const CELLS_OF_TAB = {
  all: () => true,
  unprocessed: ({ handling, muted }) => !muted && handling === 'unprocessed',
  in_process: ({ handling, muted }) => !muted && handling === 'in_process',
  processed: ({ handling, muted }) => !muted && handling === 'processed',
  closed: ({ handling, muted }) => !muted && handling === 'closed',
  recovered: ({ handling, active, muted }) =>
    !muted && !active && (handling === 'unprocessed' || handling === 'in_process'),
} as const satisfies Partial<Record<AlarmFilter['tab'], (cell: Cell) => boolean>>

const isTabOfCells = (tab: AlarmFilter['tab']): tab is keyof typeof CELLS_OF_TAB => tab in CELLS_OF_TAB

/** How many alarms of the scope a tab alone leaves, as they are counted when they change; null = the filter has more, or they are not. */
export const countTab = async (
  db: Db,
  scope: Scope,
  { tab, sort_by: _, sort_order: __, ...more }: AlarmFilter,
): Promise<number | null> => {
  const is_narrowed = Object.values(more).some((value) => value !== undefined && value !== '')
  if (is_narrowed || !isTabOfCells(tab) || !isTallied(scope)) return null
  return (await listCells(db, scope, alarmsWithin(scope, 'alarms')))
    .filter(CELLS_OF_TAB[tab])
    .reduce((total, { n }) => total + n, 0)
}
