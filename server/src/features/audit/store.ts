import { type AuditFilter, type AuditResult, EDIT_CONFLICTS } from '@heatfleet/contract/audit/audit.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import type { AuditEntry } from '../../handler.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import { auditWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>

/** Appends an entry, which is never changed. The actor's current distributor is stored with it. */
export const insertAuditEntry = async (db: Db, entry: AuditEntry): Promise<void> => {
  const agent_path = sql<string | null>`(select agent_path from accounts join distributors using (agent_id)
    where accounts.uid = ${entry.uid}::int)`
  await db
    .insertInto('audit_log')
    .values({ ...entry, detail: JSON.stringify(entry.detail), agent_path })
    .execute()
}

const literal = (text: string): string => text.replaceAll(/[\\%_]/g, '\\$&')

/** Refusals for a missing right or an invisible row. */
const NO_ACCESS = sql<SqlBool>`(audit_log.result = 'no_permission' or audit_log.result like '%not\\_found')`

/** Edits of what somebody else changed before. */
const CONFLICT = sql<SqlBool>`audit_log.result = any(${[...EDIT_CONFLICTS]})`

const RESULT_IS: Record<AuditResult, Condition> = {
  ok: sql`audit_log.result = 'ok'`,
  refused: sql`audit_log.result <> 'ok' and not ${CONFLICT}`,
  no_access: sql`audit_log.result <> 'ok' and ${NO_ACCESS}`,
  conflict: CONFLICT,
}

const conditionsOf = (filter: AuditFilter): Condition[] => {
  const all: (Condition | null)[] = [
    filter.from === undefined ? null : sql`audit_log.at >= ${new Date(filter.from)}`,
    filter.to === undefined ? null : sql`audit_log.at <= ${new Date(filter.to)}`,
    filter.uid === undefined ? null : sql`audit_log.uid = ${filter.uid}`,
    filter.account === undefined
      ? null
      : sql`(audit_log.uid = ${filter.account} or audit_log.object = ${`account ${filter.account}`})`,
    filter.user_name ? sql`lower(audit_log.user_name) like ${`%${literal(filter.user_name.toLowerCase())}%`}` : null,
    filter.role_id === undefined
      ? null
      : sql`audit_log.uid in (select uid from accounts where role_id = ${filter.role_id})`,
    filter.address ? sql`audit_log.address like ${`${literal(filter.address)}%`}` : null,
    filter.action ? sql`audit_log.action = ${filter.action}` : null,
    filter.object
      ? sql`(audit_log.object = ${filter.object} or audit_log.object like ${`${literal(filter.object)} %`})`
      : null,
    filter.result === undefined ? null : RESULT_IS[filter.result],
    filter.request_id ? sql`audit_log.request_id = ${filter.request_id}` : null,
    filter.text
      ? sql`(lower(audit_log.object) like ${`%${literal(filter.text.toLowerCase())}%`}
          or lower(audit_log.detail::text) like ${`%${literal(filter.text.toLowerCase())}%`})`
      : null,
  ]
  return all.filter((condition) => condition !== null)
}

const linesWithin = (db: Db, scope: Scope, filter: AuditFilter) =>
  db
    .selectFrom('audit_log')
    .where(auditWithin(scope, 'audit_log'))
    .where((is) => is.and(conditionsOf(filter)))

const COLUMNS = [
  'audit_log.audit_id',
  'audit_log.at',
  'audit_log.uid',
  'audit_log.user_name',
  'audit_log.address',
  'audit_log.action',
  'audit_log.object',
  'audit_log.detail',
  'audit_log.result',
  'audit_log.request_id',
  'audit_log.method',
  'audit_log.user_agent',
  sql<string>`coalesce((select role_name from accounts join roles using (role_id)
    where accounts.uid = audit_log.uid), '')`.as('role_name'),
  sql<string | null>`(select agent_name from distributors where distributors.agent_path = audit_log.agent_path)`.as(
    'agent_name',
  ),
] as const

/** Counts no further than `count_max` + 1: the log grows for ever. */
const countUpTo = async (db: Db, matching: ReturnType<typeof linesWithin>, count_max: number): Promise<number> => {
  const some = matching.select(sql`1`.as('one')).limit(count_max + 1)
  return (await db.selectFrom(some.as('some')).select(sql<number>`count(*)::int`.as('n')).executeTakeFirstOrThrow()).n
}

/** A part of the entries that match: on the screen by time, the number settles ties; in files the newest first. */
export const listAudit = <Part extends ListPart>(
  db: Db,
  scope: Scope,
  { filter, count_max }: { filter: AuditFilter; count_max: number },
  part: Part,
) => {
  const matching = linesWithin(db, scope, filter)
  return listPage(
    {
      matching,
      count: () => countUpTo(db, matching, count_max),
      rows: matching.select(COLUMNS),
      order: (rows) => rows.orderBy('audit_log.at', filter.sort_order).orderBy('audit_log.audit_id', filter.sort_order),
      key: 'audit_log.audit_id',
      key_order: 'desc',
    },
    part,
  )
}
export type AuditRow = Awaited<ReturnType<typeof listAudit>>['rows'][number]
