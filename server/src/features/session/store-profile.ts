import type { ProfileDraft } from '@heatfleet/contract/accounts/profile.ts'
import { changedPreferences, type PreferencesChange, preferencesOf } from '@heatfleet/contract/preferences.ts'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** The whole of one account for its owner. */
export const readProfile = (db: Db, uid: number) =>
  db
    .selectFrom('accounts')
    .innerJoin('roles', 'roles.role_id', 'accounts.role_id')
    .innerJoin('resource_groups', 'resource_groups.group_id', 'accounts.resource_group_id')
    .leftJoin('distributors', 'distributors.agent_id', 'accounts.agent_id')
    .select([
      'accounts.uid',
      'accounts.user_name',
      'accounts.nick_name',
      'accounts.phone',
      'accounts.email',
      'accounts.gender',
      'accounts.language',
      'accounts.time_zone',
      'accounts.company',
      'accounts.preferences',
      'accounts.created_at',
      'accounts.last_login_at',
      'accounts.password_changed_at',
      'roles.role_name',
      'roles.data_scope',
      'resource_groups.group_name',
      'resource_groups.everything as whole_fleet',
      'distributors.agent_name',
    ])
    .where('accounts.uid', '=', uid)
    .executeTakeFirstOrThrow()

/** Updates an account's own profile fields. */
export const updateProfile = async (db: Db, uid: number, draft: Partial<ProfileDraft>, at: Date): Promise<void> => {
  await db
    .updateTable('accounts')
    .set({ ...draft, updated_at: at })
    .where('uid', '=', uid)
    .execute()
}

/** Merges preferences into the stored ones; concurrent changes wait for the row lock. */
export const updatePreferences = (db: Db, uid: number, change: PreferencesChange): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { preferences } = await trx
      .selectFrom('accounts')
      .select('preferences')
      .where('uid', '=', uid)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const changed = changedPreferences(preferencesOf(preferences), change)
    await trx
      .updateTable('accounts')
      .set({ preferences: sql`preferences || ${JSON.stringify(changed)}::jsonb` })
      .where('uid', '=', uid)
      .execute()
  })
