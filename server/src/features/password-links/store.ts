import type { Kysely, Transaction } from 'kysely'
import type { JobOwner } from '../../platform/job-owner.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Whose password a link changes. */
export type LinkOwner = { kind: 'account' | 'app-user'; id: number }

const OWNER_COLUMN = { account: 'uid', 'app-user': 'app_user_id' } as const satisfies Record<LinkOwner['kind'], string>

export type NewLink = { owner: LinkOwner; token_hash: Buffer; maker: JobOwner; created_at: Date; expires_at: Date }

/** Records a link; one that the same person had before is worth nothing any more. Those that ran out go too. */
export const insertLink = (db: Db, { owner, maker, ...moment }: NewLink): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const link = { ...moment, created_by: maker.uid, api_token_id: maker.api_token_id }
    const column = OWNER_COLUMN[owner.kind]
    await trx.deleteFrom('password_links').where('expires_at', '<=', link.created_at).execute()
    await trx
      .insertInto('password_links')
      .values({ uid: null, app_user_id: null, ...link, [column]: owner.id })
      // Two people may help the same one at the same moment: the later link is the one that stays.
      .onConflict((on) => on.column(column).doUpdateSet(link))
      .execute()
  })

/** A link that may still be used, and who made it. */
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
  const maker: JobOwner = { uid, api_token_id }
  return { owner, maker, expires_at }
}
export type FoundLink = NonNullable<Awaited<ReturnType<typeof findLink>>>

const ownerOf = (row: { uid: number | null; app_user_id: number | null } | undefined): LinkOwner | null => {
  if (row?.uid != null) return { kind: 'account', id: row.uid }
  return row?.app_user_id == null ? null : { kind: 'app-user', id: row.app_user_id }
}

/** Uses a link up and does what it is for in one transaction; false when somebody was faster. */
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
