import type { Kysely, Transaction } from 'kysely'
import type { JobOwner } from '../../platform/job-owner.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Whose password a link changes. */
export type LinkOwner = { kind: 'account' | 'app-user'; id: number }

const OWNER_COLUMN = { account: 'uid', 'app-user': 'app_user_id' } as const satisfies Record<LinkOwner['kind'], string>

type NewLink = { owner: LinkOwner; token_hash: Buffer; creator: JobOwner; created_at: Date; expires_at: Date }

/** Stores a link, replaces an earlier one of the same owner and deletes expired ones; false when the owner is disabled by now. */
export const insertLink = (db: Db, { owner, creator, ...moment }: NewLink): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await isEnabled(trx, owner))) return false
    const { uid: created_by, api_token_id } = creator
    const link = { ...moment, created_by, api_token_id, mailed_at: null }
    const column = OWNER_COLUMN[owner.kind]
    await trx.deleteFrom('password_links').where('expires_at', '<=', link.created_at).execute()
    await trx
      .insertInto('password_links')
      .values({ uid: null, app_user_id: null, ...link, [column]: owner.id })
      // Of concurrent links for one owner the later one stays.
      .onConflict((on) =>
        (column === 'uid' ? on.column('uid').where('created_by', 'is not', null) : on.column(column)).doUpdateSet(link),
      )
      .execute()
    return true
  })

/**
 * Stores a link that the person of an account asked for, in place of an earlier one of the same kind; false when the account is
 * disabled by now. It counts as sent from the beginning: it ends with the address.
 */
export const insertOwnLink = (
  db: Db,
  { uid, ...link }: { uid: number; token_hash: Buffer; created_at: Date; expires_at: Date },
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await isEnabled(trx, { kind: 'account', id: uid }))) return false
    const row = { ...link, mailed_at: link.created_at }
    await trx.deleteFrom('password_links').where('expires_at', '<=', link.created_at).execute()
    await trx
      .insertInto('password_links')
      .values({ uid, app_user_id: null, created_by: null, api_token_id: null, ...row })
      .onConflict((on) => on.column('uid').where('created_by', 'is', null).doUpdateSet(row))
      .execute()
    return true
  })

/** Whether persons of a single sign-on provider are linked to an account. */
export const hasIdentity = async (db: Db, uid: number): Promise<boolean> =>
  (await db
    .selectFrom('account_identities')
    .select('identity_id')
    .where('uid', '=', uid)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Waits for a change of the owner at this moment, and makes a later one wait for the link, which it then ends. */
const isEnabled = async (trx: Db, { kind, id }: LinkOwner): Promise<boolean> => {
  const row =
    kind === 'account'
      ? trx.selectFrom('accounts').select('disabled').where('uid', '=', id)
      : trx.selectFrom('app_users').select('disabled').where('app_user_id', '=', id)
  return (await row.forShare().executeTakeFirst())?.disabled === false
}

/** A link that may still be used, and its creator; null = the person asked for it. */
export const findLink = async (db: Db, token_hash: Buffer, at: Date) => {
  const row = await db
    .selectFrom('password_links')
    .select(['uid', 'app_user_id', 'created_by', 'api_token_id', 'expires_at'])
    .where('token_hash', '=', token_hash)
    .where('expires_at', '>', at)
    .executeTakeFirst()
  const owner = ownerOf(row)
  if (row === undefined || owner === null) return null
  const { created_by: uid, api_token_id, expires_at } = row
  const creator: JobOwner | null = uid === null ? null : { uid, api_token_id }
  return { owner, creator, expires_at }
}

const ownerOf = (row: { uid: number | null; app_user_id: number | null } | undefined): LinkOwner | null => {
  if (row?.uid != null) return { kind: 'account', id: row.uid }
  return row?.app_user_id == null ? null : { kind: 'app-user', id: row.app_user_id }
}

/** Marks a link as sent; false when it was sent already. */
export const claimMail = async (db: Db, token_hash: Buffer, at: Date): Promise<boolean> => {
  const claimed = await db
    .updateTable('password_links')
    .set({ mailed_at: at })
    .where('token_hash', '=', token_hash)
    .where('mailed_at', 'is', null)
    .executeTakeFirst()
  return claimed.numUpdatedRows === 1n
}

/** The mail did not leave: the link may be sent again. */
export const releaseMail = async (db: Db, token_hash: Buffer): Promise<void> => {
  await db.updateTable('password_links').set({ mailed_at: null }).where('token_hash', '=', token_hash).execute()
}

/** Deletes a link and applies its change in one transaction; false when it was used already. */
export const spendLink = (
  db: Db,
  token_hash: Buffer,
  change: (trx: Transaction<Tables>) => Promise<void>,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    const spent = await trx.deleteFrom('password_links').where('token_hash', '=', token_hash).executeTakeFirst()
    if (spent.numDeletedRows === 0n) return false
    await change(trx)
    return true
  })
