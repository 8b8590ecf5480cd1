import { BUILT_IN_ROLES, type BuiltInRole, type BuiltInRoleRow } from '@heatfleet/contract/roles/built-in.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** Writes the built-in roles of this version; custom roles stay. */
export const writeBuiltInRoles = async (db: Kysely<Tables>): Promise<void> => {
  const rows = Object.entries<BuiltInRoleRow>(BUILT_IN_ROLES).map(([role_name, { permissions, ...row }]) => ({
    ...row,
    role_name,
    permissions: [...permissions],
    built_in: true,
  }))
  await db
    .insertInto('roles')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .expression(sql`coalesce(agent_id, 0), lower(role_name)`)
        .doUpdateSet((row) => ({
          permissions: row.ref('excluded.permissions'),
          description: row.ref('excluded.description'),
          level: row.ref('excluded.level'),
          data_scope: row.ref('excluded.data_scope'),
        }))
        .where('roles.built_in', '=', true),
    )
    .execute()
}

/** True without any account: the first start. */
export const isWithoutAccounts = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('accounts').select('uid').limit(1).executeTakeFirst()) === undefined

/** An account to create, its password hashed; agent_id null = the manufacturer. */
type FirstAccount = {
  user_name: string
  nick_name: string
  role_name: BuiltInRole
  agent_id: number | null
  password_hash: string
  must_change_password: boolean
}

/** Creates an account unless its name is taken. */
export const insertAccount = async (db: Kysely<Tables>, account: FirstAccount): Promise<void> => {
  const { role_name, ...row } = account
  await db
    .insertInto('accounts')
    .values((values) => ({
      ...row,
      role_id: values
        .selectFrom('roles')
        .select('role_id')
        .where('role_name', '=', role_name)
        .where('built_in', '=', true)
        .$asScalar()
        .$notNull(),
    }))
    .onConflict((conflict) => conflict.column('user_name').doNothing())
    .execute()
}
