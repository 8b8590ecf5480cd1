import type { RoleAccounts } from '@heatfleet/contract/roles/roles.ts'
import { type Kysely, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { accountsWithin } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
/** What the accounts have in common. */
type Holding = { role_id: number } | { resource_group_id: number }

const accountsOf = (db: Db, holding: Holding) => {
  const all = db.selectFrom('accounts').leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
  return 'role_id' in holding
    ? all.where('accounts.role_id', '=', holding.role_id)
    : all.where('accounts.resource_group_id', '=', holding.resource_group_id)
}

/** Accounts with this role or group that the caller sees, those signed in since `active_since` first; the others as a number. */
export const listAccountsWith = async (
  db: Db,
  { scopes }: Pick<Caller, 'scopes'>,
  holding: Holding,
  { active_since, limit }: { active_since: Date; limit: number },
): Promise<RoleAccounts> => {
  const seen = accountsOf(db, holding).where(accountsWithin(scopes.account, 'accounts'))
  const [list, { total }, { all }] = await Promise.all([
    seen
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
    seen.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
    accountsOf(db, holding).select(sql<number>`count(*)::int`.as('all')).executeTakeFirstOrThrow(),
  ])
  return { list, total, others: all - total }
}
