import { BUILT_IN_ROLES } from '@heatfleet/contract/permissions.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** Writes the built-in roles as this version knows them; roles people made stay. */
export const writeBuiltInRoles = async (db: Kysely<Tables>): Promise<void> => {
  const rows = Object.entries(BUILT_IN_ROLES).map(([role_name, rights]) => ({
    role_name,
    permissions: [...rights],
    built_in: true,
  }))
  await db
    .insertInto('roles')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('role_name')
        .doUpdateSet((row) => ({ permissions: row.ref('excluded.permissions') }))
        .where('roles.built_in', '=', true),
    )
    .execute()
}

/** True while nobody can log in: a database of the first start. */
export const isWithoutAccounts = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('accounts').select('uid').limit(1).executeTakeFirst()) === undefined

/** An account to be made, its password already hashed; agent_id null = the manufacturer. */
export type FirstAccount = {
  user_name: string
  nick_name: string
  role_name: keyof typeof BUILT_IN_ROLES
  agent_id: number | null
  password_hash: string
  must_change_password: boolean
}

/** Makes an account unless its name is taken. */
export const insertAccount = async (db: Kysely<Tables>, account: FirstAccount): Promise<void> => {
  const { role_name, ...row } = account
  await db
    .insertInto('accounts')
    .values((values) => ({
      ...row,
      role_id: values.selectFrom('roles').select('role_id').where('role_name', '=', role_name).$asScalar().$notNull(),
    }))
    .onConflict((conflict) => conflict.column('user_name').doNothing())
    .execute()
}
