import type { RoleAccounts } from '@heatfleet/contract/roles/roles.ts'
import { type Kysely, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { accountsWithin } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
/** What the accounts have in common. */
type Assignment = { role_id: number } | { resource_group_id: number }

const accountsOf = (db: Db, assignment: Assignment) => {
  const all = db.selectFrom('accounts').leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
  return 'role_id' in assignment
    ? all.where('accounts.role_id', '=', assignment.role_id)
    : all.where('accounts.resource_group_id', '=', assignment.resource_group_id)
}

/** Accounts with this role or group that the caller sees, those signed in since `active_since` first; the others as a number. */
export const listAccountsWith = async (
  db: Db,
  { scopes }: Pick<Caller, 'scopes'>,
  assignment: Assignment,
  { active_since, limit }: { active_since: Date; limit: number },
): Promise<RoleAccounts> => {
  const visible = accountsOf(db, assignment).where(accountsWithin(scopes.account, 'accounts'))
  const [list, { total }, { all }] = await Promise.all([
    visible
      .select([
        'accounts.uid',
        'accounts.user_name',
        'accounts.nick_name',
        'distributors.agent_name',
        'accounts.disabled',
        sql<boolean>`exists (select from sessions
          where sessions.uid = accounts.uid and sessions.last_seen_at > ${active_since})`.as('signed_in'),
      ])
      .orderBy('signed_in', 'desc')
      .orderBy('accounts.user_name')
      .limit(limit)
      .execute(),
    visible.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    accountsOf(db, assignment).select(sql<number>`count(*)::int`.as('all')).executeTakeFirstOrThrow(),
  ])
  return { list, total, others: all - total }
}
