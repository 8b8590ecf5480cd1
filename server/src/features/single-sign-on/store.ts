import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Identity } from '@heatfleet/contract/single-sign-on/single-sign-on.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import type { Person } from './person.ts'

type Db = Kysely<Tables>

/** The account that a person signs in to; undefined = none. */
export const findLinkedUid = async (db: Db, { issuer, subject }: Person): Promise<number | undefined> =>
  (
    await db
      .selectFrom('account_identities')
      .select('uid')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst()
  )?.uid

/** The one account with an e-mail; undefined when none or several have it. */
export const findUidByEmail = async (db: Db, email: string): Promise<number | undefined> => {
  const found = await db
    .selectFrom('accounts')
    .select('uid')
    .where((row) => row(row.fn<string>('lower', ['accounts.email']), '=', email.toLowerCase()))
    .limit(2)
    .execute()
  return found.length === 1 ? found[0]?.uid : undefined
}

/** Links a person to an account, or notes that they signed in; false when they are linked to another. */
export const linkPerson = async (db: Db, uid: number, person: Person, at: Date): Promise<boolean> => {
  const { issuer, subject, email } = person
  const done = await db
    .insertInto('account_identities')
    .values({ uid, issuer, subject, email, linked_at: at, last_used_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['issuer', 'subject'])
        .doUpdateSet({ email, last_used_at: at })
        .where('account_identities.uid', '=', uid),
    )
    .executeTakeFirst()
  return (done.numInsertedOrUpdatedRows ?? 0n) === 1n
}

/** Persons who sign in to an account, the newest use first. */
export const listIdentities = async (db: Db, uid: number): Promise<Identity[]> => {
  const rows = await db
    .selectFrom('account_identities')
    .select(['identity_id', 'issuer', 'email', 'linked_at', 'last_used_at'])
    .where('uid', '=', uid)
    .orderBy('last_used_at', 'desc')
    .orderBy('identity_id')
    .limit(LIMITS.identities_listed_max)
    .execute()
  return rows.map((row) => ({
    ...row,
    linked_at: row.linked_at.toISOString(),
    last_used_at: row.last_used_at.toISOString(),
  }))
}

/** Unlinks a person from an account; returns whom, undefined when they were not linked to it. */
export const deleteIdentity = (db: Db, uid: number, identity_id: number) =>
  db
    .deleteFrom('account_identities')
    .where('uid', '=', uid)
    .where('identity_id', '=', identity_id)
    .returning(['issuer', 'email'])
    .executeTakeFirst()

/** Unlinks all persons from an account; returns how many. */
export const deleteIdentitiesOf = async (db: Db, uid: number): Promise<number> =>
  Number((await db.deleteFrom('account_identities').where('uid', '=', uid).executeTakeFirst()).numDeletedRows)
