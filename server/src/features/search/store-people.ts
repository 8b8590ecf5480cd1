import type { SearchWords } from '@heatfleet/contract/search/search-words.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { accountsWithin, agentsWithin, appUsersWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'
import type { Listed } from './store-devices.ts'
import { inOrderOf, literal, nameConditions, rankedIds } from './store-ranked.ts'
import { similarIds } from './store-similar.ts'

type Db = Kysely<Tables>

/** Shorter parts of a phone number or an e-mail match too many. */
const CONTACT_PART_MIN = 3

/** Distributors of the scope by name. */
export const findDistributors = async (
  db: Db,
  scope: Scope,
  words: SearchWords,
  { size, is_similar = false }: Listed,
) => {
  const seen = db.selectFrom('distributors').where(agentsWithin(scope, 'distributors'))
  const [key, of] = ['distributors.agent_id', sql`search_text(distributors.agent_name)`]
  const ids = is_similar
    ? await similarIds(db, seen, { key, of, words, size })
    : await rankedIds(db, seen, { key, conditions: nameConditions(of, words), size })
  const rows = await seen
    .where(sql<SqlBool>`distributors.agent_id = any(${ids}::int[])`)
    .select(['agent_id', 'agent_name', 'parent_id'])
    .execute()
  const parents = await seen
    .where(sql<SqlBool>`distributors.agent_id = any(${rows.flatMap(({ parent_id }) => parent_id ?? [])}::int[])`)
    .select(['agent_id', 'agent_name'])
    .execute()
  const name_of = new Map(parents.map(({ agent_id, agent_name }) => [agent_id, agent_name]))
  return inOrderOf(ids, rows, ({ agent_id }) => agent_id).map(({ agent_id, agent_name, parent_id }) => ({
    agent_id,
    agent_name,
    parent_name: parent_id === null ? null : (name_of.get(parent_id) ?? null),
  }))
}

/** Accounts of the scope by name, or by their whole phone number or e-mail. */
export const findAccounts = async (
  db: Db,
  scope: Scope,
  words: SearchWords,
  { text, size, is_similar = false }: Listed & { text: string },
) => {
  const seen = db
    .selectFrom('accounts')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .where(accountsWithin(scope, 'accounts'))
  const [key, of] = ['accounts.uid', sql`search_text(accounts.user_name || ' ' || accounts.nick_name)`]
  const conditions = [
    ...nameConditions(of, words),
    sql<SqlBool>`lower(accounts.email) = ${text.toLowerCase()}`,
    sql<SqlBool>`accounts.phone = ${text}`,
  ]
  const ids = is_similar
    ? await similarIds(db, seen, { key, of, words, size })
    : await rankedIds(db, seen, { key, conditions, size })
  const rows = await seen
    .where(sql<SqlBool>`accounts.uid = any(${ids}::int[])`)
    .select(['accounts.uid', 'accounts.user_name', 'accounts.nick_name', 'distributors.agent_name'])
    .execute()
  return inOrderOf(ids, rows, ({ uid }) => uid)
}

/**
 * App users of the scope by name, number, phone or e-mail; `sees_personal` = parts of phone and e-mail may be searched, or
 * a masked number could be found out piece by piece.
 */
export const findAppUsers = async (
  db: Db,
  scope: Scope,
  words: SearchWords,
  { text, size, sees_personal, is_similar = false }: Listed & { text: string; sees_personal: boolean },
) => {
  const seen = db.selectFrom('app_users').where(appUsersWithin(scope, 'app_users'))
  const low = text.toLowerCase()
  const digits = text.replaceAll(/[\s()-]/g, '')
  const is_phone = /^\+?\d+$/.test(digits) && digits.length >= CONTACT_PART_MIN
  const part = (of: string) => `%${literal(of)}%`
  const [key, of] = ['app_users.app_user_id', sql`search_text(app_users.nick_name)`]
  const conditions = [
    ...(words.number === null ? [] : [sql<SqlBool>`app_users.app_user_id = ${words.number}::int`]),
    ...nameConditions(of, words),
    ...(is_phone
      ? [sees_personal ? sql<SqlBool>`app_users.phone like ${part(digits)}` : sql<SqlBool>`app_users.phone = ${digits}`]
      : []),
    ...(low.length >= CONTACT_PART_MIN
      ? [
          sees_personal
            ? sql<SqlBool>`lower(app_users.email) like ${part(low)}`
            : sql<SqlBool>`lower(app_users.email) = ${low}`,
        ]
      : []),
  ]
  const ids = is_similar
    ? await similarIds(db, seen, { key, of, words, size })
    : await rankedIds(db, seen, { key, conditions, size })
  const rows = await seen
    .where(sql<SqlBool>`app_users.app_user_id = any(${ids}::int[])`)
    .select(['app_user_id', 'nick_name', 'phone', 'email'])
    .execute()
  return inOrderOf(ids, rows, ({ app_user_id }) => app_user_id)
}
