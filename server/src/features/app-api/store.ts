import type { Consent } from '@heatfleet/contract/app-users/app-users.ts'
import { type Insertable, type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** Creates an account with its consents; does nothing when phone or e-mail are taken, in the same time. */
export const insertAppUser = async (
  db: Db,
  user: Insertable<Tables['app_users']> & { created_at: Date },
  consents: readonly Consent[],
): Promise<void> => {
  await db.transaction().execute(async (tx) => {
    // The following audit entry makes it durable; a synchronous commit here would be slower for names that are free.
    await sql`set local synchronous_commit = off`.execute(tx)
    await tx
      .with('made', (made) =>
        made
          .insertInto('app_users')
          .values(user)
          .onConflict((conflict) => conflict.doNothing())
          .returning('app_user_id'),
      )
      .insertInto('app_user_consents')
      .columns(['app_user_id', 'consent', 'given_at'])
      .expression((from) =>
        from
          .selectFrom('made')
          .select([
            'made.app_user_id',
            sql<string>`unnest(${[...consents]}::text[])`.as('consent'),
            sql<Date>`${user.created_at}::timestamptz`.as('given_at'),
          ]),
      )
      .execute()
  })
}

/** Sets a new password, if the old hash is still the one that was checked, and ends every other session. */
export const updatePassword = (
  db: Db,
  change: { app_user_id: number; old_hash: string; new_hash: string; keep: Buffer },
): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const done = await tx
      .updateTable('app_users')
      .set({ password_hash: change.new_hash })
      .where('app_user_id', '=', change.app_user_id)
      .where('password_hash', '=', change.old_hash)
      .executeTakeFirst()
    if (done.numUpdatedRows === 0n) return false
    await tx
      .deleteFrom('app_user_sessions')
      .where('app_user_id', '=', change.app_user_id)
      .where('token_hash', '<>', change.keep)
      .execute()
    return true
  })

/** The latest decision on each consent; consents without a decision are left out. */
export const listLatestConsents = (db: Db, app_user_id: number) =>
  db
    .selectFrom('app_user_consents')
    .distinctOn('consent')
    .select(['consent', 'given_at', 'withdrawn_at'])
    .where('app_user_id', '=', app_user_id)
    .orderBy('consent')
    .orderBy('given_at', 'desc')
    .execute()

/** Gives or withdraws a consent; one that is given already is unchanged. */
export const saveConsent = (db: Db, app_user_id: number, consent: Consent, given: boolean, at: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    // Serialises concurrent requests of one user.
    await tx.selectFrom('app_users').select('app_user_id').where('app_user_id', '=', app_user_id).forUpdate().execute()
    const open = tx
      .selectFrom('app_user_consents')
      .select('given_at')
      .where('app_user_id', '=', app_user_id)
      .where('consent', '=', consent)
      .where('withdrawn_at', 'is', null)
    if (!given) {
      await tx
        .updateTable('app_user_consents')
        .set({ withdrawn_at: at })
        .where('app_user_id', '=', app_user_id)
        .where('consent', '=', consent)
        .where('withdrawn_at', 'is', null)
        .execute()
      return
    }
    if ((await open.executeTakeFirst()) !== undefined) return
    await tx.insertInto('app_user_consents').values({ app_user_id, consent, given_at: at }).execute()
  })
