import type { BuiltInRole } from '@heatfleet/contract/roles/built-in.ts'
import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** True when an account has this name, case-insensitively. */
export const isNameTaken = async (db: Db, user_name: string): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .select('uid')
    .where(sql`lower(user_name)`, '=', user_name.toLowerCase())
    .executeTakeFirst()) !== undefined

/** Stores a new account. */
export const insertAccount = (db: Db, row: Insertable<Tables['accounts']>): Promise<{ uid: number }> =>
  db.insertInto('accounts').values(row).returning('uid').executeTakeFirstOrThrow()

/** The number of a role that ships with the product. */
export const readBuiltInRoleId = async (db: Db, role_name: BuiltInRole): Promise<number> =>
  (
    await db
      .selectFrom('roles')
      .select('role_id')
      .where('role_name', '=', role_name)
      .where('built_in', '=', true)
      .executeTakeFirstOrThrow()
  ).role_id

/** The number of the resource group that narrows nothing. */
export const readWholeFleetId = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('resource_groups')
      .select('group_id')
      .where('everything', '=', true)
      .where('built_in', '=', true)
      .executeTakeFirstOrThrow()
  ).group_id

/** Updates an account; the caller holds the lock of `changeAccounts`. */
export const updateAccount = async (
  db: Db,
  uid: number,
  change: Omit<Updateable<Tables['accounts']>, 'uid'>,
): Promise<void> => {
  await db.updateTable('accounts').set(change).where('uid', '=', uid).execute()
}

/** Deletes an account with its sessions, tokens and marks; logs keep its number and name. */
export const deleteAccount = async (db: Db, uid: number): Promise<void> => {
  await db.deleteFrom('accounts').where('uid', '=', uid).execute()
}

/** True while a platform administrator of the manufacturer can log in for good. */
export const hasAdministrator = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('accounts')
    .innerJoin('roles', 'roles.role_id', 'accounts.role_id')
    .select('accounts.uid')
    .where('roles.role_name', '=', 'Platform admin' satisfies BuiltInRole)
    .where('roles.built_in', '=', true)
    .where('accounts.agent_id', 'is', null)
    .where('accounts.disabled', '=', false)
    .where('accounts.valid_until', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined
