import type { GrantState } from '@heatfleet/contract/owner-data/data-grants.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** State of a row of `data_grants` at a time. */
export const grantState = (at: Date) => sql<GrantState>`case
  when data_grants.ended_by = 'owner' then 'revoked_by_owner'
  when data_grants.ended_by = 'operator' then 'revoked_by_operator'
  when data_grants.ended_by = 'binding' then 'binding_ended'
  when data_grants.expires_at <= ${at} then 'expired'
  else 'active' end`

const COLUMNS = [
  'data_grants.grant_id',
  'data_grants.recipient',
  'data_grants.purpose',
  'data_grants.token_hint',
  'data_grants.data_from',
  'data_grants.created_at',
  'data_grants.expires_at',
  'data_grants.end_reason',
  'data_grants.last_access_at',
  'data_grants.access_count',
] as const

/** Grants of a unit that this owner gave, the newest first. */
export const listGrantsOf = (db: Db, of: { device_id: number; app_user_id: number }, at: Date) =>
  db
    .selectFrom('data_grants')
    .where('device_id', '=', of.device_id)
    .where('app_user_id', '=', of.app_user_id)
    .select([...COLUMNS, grantState(at).as('state')])
    .orderBy('created_at', 'desc')
    .orderBy('grant_id', 'desc')
    .execute()
export type OwnGrantRow = Awaited<ReturnType<typeof listGrantsOf>>[number]

type NewGrant = {
  device_id: number
  app_user_id: number
  recipient: string
  purpose: string
  token_hash: Buffer
  token_hint: string
  /** Null = from the beginning of the owner's binding. */
  data_from: Date | null
  created_at: Date
  expires_at: Date
}

/**
 * Stores a grant under the lock of its binding, so that it cannot outlive one that ends meanwhile, nor exceed `most` active
 * ones.
 */
export const insertGrant = (
  db: Db,
  { data_from, ...grant }: NewGrant,
  most: number,
): Promise<OwnGrantRow | 'not_bound' | 'data_grants_full'> =>
  db.transaction().execute(async (tx) => {
    const binding = await tx
      .selectFrom('bindings')
      .select('bound_at')
      .where('device_id', '=', grant.device_id)
      .where('app_user_id', '=', grant.app_user_id)
      .where('role', '=', 'owner')
      .forUpdate()
      .executeTakeFirst()
    if (binding === undefined) return 'not_bound'
    const { active } = await tx
      .selectFrom('data_grants')
      .select(sql<number>`count(*)::int`.as('active'))
      .where('device_id', '=', grant.device_id)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', grant.created_at)
      .executeTakeFirstOrThrow()
    if (active >= most) return 'data_grants_full'
    return tx
      .insertInto('data_grants')
      .values({ ...grant, data_from: data_from ?? binding.bound_at })
      .returning([...COLUMNS, grantState(grant.created_at).as('state')])
      .executeTakeFirstOrThrow()
  })

/** Ends an active grant of an owner; false when there is none. */
export const endOwnGrant = async (
  db: Db,
  of: { device_id: number; app_user_id: number; grant_id: number },
  at: Date,
): Promise<boolean> => {
  const done = await db
    .updateTable('data_grants')
    .set({ ended_at: at, ended_by: 'owner' })
    .where('grant_id', '=', of.grant_id)
    .where('device_id', '=', of.device_id)
    .where('app_user_id', '=', of.app_user_id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/** Empties what an erased owner wrote; who read the unit when stays, without a name. */
export const eraseGrantTexts = async (tx: Db, app_user_id: number): Promise<void> => {
  await tx
    .updateTable('data_grants')
    .set({ recipient: '', purpose: '' })
    .where('app_user_id', '=', app_user_id)
    .execute()
}
