import type { Profile, ProfileDraft } from '@heatfleet/contract/accounts/profile.ts'
import { preferencesOf } from '@heatfleet/contract/preferences.ts'
import type { AppContext } from '../../app-context.ts'
import type { Handlers } from '../../handler.ts'
import { readProfile, updatePreferences, updateProfile } from './store-profile.ts'

type Deps = Pick<AppContext, 'database' | 'clock'>

const DRAFT_FIELDS = [
  'nick_name',
  'phone',
  'email',
  'gender',
  'language',
  'time_zone',
] as const satisfies readonly (keyof ProfileDraft)[]

/** The own profile and preferences. */
export const profileHandlers = ({ database: { db }, clock }: Deps) =>
  ({
    ownProfile: async (_, { caller }) => profileOf(await readProfile(db, caller.uid)),

    editOwnProfile: async ({ body }, { caller, note }) => {
      const before = await readProfile(db, caller.uid)
      const changed = DRAFT_FIELDS.filter((field) => before[field] !== body[field])
      const pick = (of: Pick<Profile, keyof ProfileDraft>) =>
        Object.fromEntries(changed.map((field) => [field, of[field]]))
      note({ object: `account ${caller.uid}`, detail: { before: pick(before), after: pick(body) } })
      await updateProfile(db, caller.uid, body, new Date(clock.now()))
      return profileOf(await readProfile(db, caller.uid))
    },

    chooseLanguage: async ({ body: { language } }, { caller, note }) => {
      const before = await readProfile(db, caller.uid)
      note({
        object: `account ${caller.uid}`,
        detail: { before: { language: before.language }, after: { language } },
      })
      await updateProfile(db, caller.uid, { language }, new Date(clock.now()))
      return profileOf({ ...before, language })
    },

    editPreferences: async ({ body }, { caller, note }) => {
      note({ object: `account ${caller.uid}`, detail: { after: body } })
      await updatePreferences(db, caller.uid, body)
      return preferencesOf((await readProfile(db, caller.uid)).preferences)
    },
  }) satisfies Pick<Handlers, 'ownProfile' | 'editOwnProfile' | 'chooseLanguage' | 'editPreferences'>

const profileOf = (row: Awaited<ReturnType<typeof readProfile>>): Profile => ({
  ...row,
  created_at: row.created_at.toISOString(),
  last_login_at: row.last_login_at?.toISOString() ?? null,
  password_changed_at: row.password_changed_at?.toISOString() ?? null,
  preferences: preferencesOf(row.preferences),
})
