import type { ACCOUNT_SORTS, AccountFilter, AccountState } from '@heatfleet/contract/accounts/row.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely'
import { type ListPage, type ListPart, listPage } from '../../platform/list-page.ts'
import { AGENT_DISABLED, PERMISSION_COLUMNS } from '../../platform/permission-columns.ts'
import { accountsWithin, agentsWithin, pathRange, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Condition = Expression<SqlBool>

const accountsOf = (db: Db, scope: Scope) =>
  db
    .selectFrom('accounts')
    .innerJoin('roles', 'roles.role_id', 'accounts.role_id')
    .innerJoin('resource_groups', 'resource_groups.group_id', 'accounts.resource_group_id')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .where(accountsWithin(scope, 'accounts'))

const columnsAt = (now: Date) =>
  [
    ...PERMISSION_COLUMNS,
    ...LIST_COLUMNS,
    stateAt(now).as('state'),
    sql<boolean>`coalesce(accounts.valid_until <= ${now}, false)`.as('is_over'),
  ] as const

const LIST_COLUMNS = [
  'accounts.nick_name',
  'accounts.phone',
  'accounts.email',
  'accounts.gender',
  'accounts.role_id',
  'accounts.agent_id',
  'accounts.company',
  'accounts.disabled',
  'accounts.must_change_password',
  'accounts.language',
  'accounts.time_zone',
  'accounts.valid_until',
  'accounts.remark',
  'accounts.last_login_at',
  'accounts.last_login_address',
  'accounts.created_by',
  'accounts.created_at',
  'accounts.updated_at',
  'roles.role_name',
  'resource_groups.group_name as resource_group_name',
  'distributors.agent_name',
  sql<boolean>`(accounts.totp_enrolled_at is not null)`.as('totp'),
  AGENT_DISABLED.as('agent_disabled'),
] as const

/** One account of the scope, or undefined. */
export const findAccount = (db: Db, scope: Scope, uid: number, now: Date) =>
  accountsOf(db, scope).select(columnsAt(now)).where('accounts.uid', '=', uid).executeTakeFirst()
export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

/** Filter of a list; `contacts` = parts of phone and e-mail may be searched. */
type AccountQuery = { filter: AccountFilter; contacts: boolean; now: Date }

/** A part of the accounts of the scope that match. */
export const listAccounts = async <Part extends ListPart>(
  db: Db,
  scope: Scope,
  query: AccountQuery,
  part: Part,
): Promise<ListPage<AccountRow, Part>> => {
  const conditions = await conditionsOf(db, scope, query)
  const matching = accountsOf(db, scope).where((is) => is.and(conditions))
  const { sort_by, sort_order } = query.filter
  return listPage(
    {
      matching,
      rows: matching.select(columnsAt(query.now)),
      // Unknown last in both directions.
      order: (rows) =>
        rows
          .orderBy(SORTS[sort_by], (order) => (sort_order === 'asc' ? order.asc() : order.desc()).nullsLast())
          .orderBy('accounts.uid'),
      key: 'accounts.uid',
    },
    part,
  )
}

const SORTS = {
  user_name: 'accounts.user_name',
  nick_name: 'accounts.nick_name',
  role_name: 'roles.role_name',
  last_login_at: 'accounts.last_login_at',
  created_at: 'accounts.created_at',
} as const satisfies Record<(typeof ACCOUNT_SORTS)[number], string>

/** User names of those accounts that are in the scope, by number. */
export const listNames = async (db: Db, scope: Scope, uids: readonly number[]): Promise<Map<number, string>> => {
  if (uids.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .where(accountsWithin(scope, 'accounts'))
    .where('accounts.uid', 'in', [...uids])
    .select(['accounts.uid', 'accounts.user_name'])
    .execute()
  return new Map(rows.map(({ uid, user_name }) => [uid, user_name]))
}

const conditionsOf = async (db: Db, scope: Scope, { filter, contacts, now }: AccountQuery): Promise<Condition[]> => {
  const text = (
    column: 'user_name' | 'nick_name' | 'company' | 'phone' | 'email',
    value: string | undefined,
    part: boolean,
  ) => {
    if (value === undefined || value === '') return []
    const of = sql`lower(${sql.ref(`accounts.${column}`)})`
    const wanted = value.toLowerCase()
    return [part ? sql<SqlBool>`${of} like ${partOf(wanted)}` : sql<SqlBool>`${of} = ${wanted}`]
  }
  const { role_id, resource_group_id, agent_id, state, totp, last_login_from, last_login_to } = filter
  const { uids, except_uids } = filter
  return [
    ...text('user_name', filter.user_name, true),
    ...text('nick_name', filter.nick_name, true),
    ...text('company', filter.company, true),
    ...text('phone', filter.phone, contacts),
    ...text('email', filter.email, contacts),
    ...(role_id === undefined ? [] : [sql<SqlBool>`accounts.role_id = ${role_id}`]),
    ...(resource_group_id === undefined ? [] : [sql<SqlBool>`accounts.resource_group_id = ${resource_group_id}`]),
    ...(agent_id === undefined ? [] : [await agentCondition(db, scope, agent_id, filter.include_lower)]),
    ...(state === undefined ? [] : [sql<SqlBool>`${stateAt(now)} = ${state}`]),
    ...(totp === undefined ? [] : [sql<SqlBool>`(accounts.totp_enrolled_at is not null) = ${totp}`]),
    ...(last_login_from === undefined ? [] : [sql<SqlBool>`accounts.last_login_at >= ${new Date(last_login_from)}`]),
    ...(last_login_to === undefined ? [] : [sql<SqlBool>`accounts.last_login_at < ${new Date(last_login_to)}`]),
    ...(uids === undefined ? [] : [sql<SqlBool>`accounts.uid = any(${uids})`]),
    ...(except_uids === undefined ? [] : [sql<SqlBool>`accounts.uid <> all(${except_uids})`]),
  ]
}

const partOf = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** 0 = the manufacturer's own; a distributor outside the scope has no accounts. */
const agentCondition = async (db: Db, scope: Scope, agent_id: number, include_lower: boolean): Promise<Condition> => {
  if (agent_id === 0) return sql<SqlBool>`accounts.agent_id is null`
  if (!include_lower) return sql<SqlBool>`accounts.agent_id = ${agent_id}`
  const agent = await db
    .selectFrom('distributors')
    .select('agent_path')
    .where('agent_id', '=', agent_id)
    .where(agentsWithin(scope, 'distributors'))
    .executeTakeFirst()
  return agent === undefined ? sql<SqlBool>`false` : pathRange('distributors.agent_path', agent.agent_path)
}

/** Whether an account can log in; the first that holds. */
const stateAt = (now: Date) =>
  sql<AccountState>`(case
    when accounts.disabled then 'disabled'
    when ${AGENT_DISABLED} then 'distributor_disabled'
    when accounts.valid_until <= ${now} then 'expired'
    when accounts.user_name in (${lockedNames(now)}) then 'locked'
    else 'enabled' end)`

/**
 * Names of accounts that are locked for at least one address: the counters are `account:<name>` and `account:<name>|<address>`, and
 * no name has a bar in it.
 */
const lockedNames = (now: Date) => sql`
  select split_part(substr(subject, 9), '|', 1) from login_failures
  where starts_with(subject, 'account:') and failed_at > ${new Date(now.getTime() - LIMITS.login_window_ms)}
  group by subject
  having count(*) >= case when strpos(subject, '|') > 0
    then ${LIMITS.login_failures_max}::int else ${LIMITS.login_failures_everywhere_max}::int end`
