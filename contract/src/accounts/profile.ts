import { z } from 'zod'
import { contactFields } from '../contact.ts'
import { DATA_SCOPES } from '../data-scope.ts'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { DEFAULT_PREFERENCES, Preferences, PreferencesChange } from '../preferences.ts'
import { RowId } from '../row-id.ts'
import { AccountLanguage, Gender, TimeZone } from './draft.ts'

/** What people change about themselves. Empty language or zone = the browser's. */
export const ProfileDraft = z.object({
  nick_name: z.string().trim().min(1).max(LIMITS.nick_name_max),
  ...contactFields,
  gender: Gender,
  language: AccountLanguage,
  time_zone: TimeZone,
})
export type ProfileDraft = z.infer<typeof ProfileDraft>

/** The own account as its owner sees it: nothing is masked, role and reach are read-only. */
export const Profile = z.object({
  uid: RowId,
  user_name: z.string(),
  nick_name: z.string(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  gender: Gender,
  language: AccountLanguage,
  time_zone: z.string(),
  company: z.string(),
  role_name: z.string(),
  data_scope: z.enum(DATA_SCOPES),
  group_name: z.string(),
  /** True for the group that narrows nothing. */
  whole_fleet: z.boolean(),
  agent_name: z.string().nullable(),
  created_at: z.string(),
  last_login_at: z.string().nullable(),
  password_changed_at: z.string().nullable(),
  preferences: Preferences,
})
export type Profile = z.infer<typeof Profile>

const example: Profile = {
  uid: 1,
  user_name: 'admin',
  nick_name: 'Administrator',
  phone: null,
  email: 'admin@example.org',
  gender: 'unknown',
  language: 'en',
  time_zone: 'Europe/Warsaw',
  company: '',
  role_name: 'Platform admin',
  data_scope: 'all',
  group_name: 'Whole fleet',
  whole_fleet: true,
  agent_name: null,
  created_at: '2026-01-15T08:00:00.000Z',
  last_login_at: '2026-11-21T07:58:12.000Z',
  password_changed_at: null,
  preferences: DEFAULT_PREFERENCES,
}

/** Profile and preferences of the personal centre (product 3.38). */
export const profile = endpoints({
  ownProfile: {
    method: 'GET',
    path: '/center/profile',
    kind: 'read',
    of: 'own-profile',
    needs: 'signed-in',
    about: 'unscoped',
    result: Profile,
    fails: [],
    says: 'The own account with its role and reach.',
    example,
  },
  editOwnProfile: {
    method: 'PUT',
    path: '/center/profile',
    kind: 'change',
    of: 'own-profile',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    body: ProfileDraft,
    result: Profile,
    fails: [],
    says: 'Changes name, contact, language and time zone of the own account; never its rights.',
    example,
  },
  chooseLanguage: {
    method: 'PUT',
    path: '/center/language',
    kind: 'change',
    of: 'own-profile',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    body: z.object({ language: AccountLanguage.exclude(['']) }),
    result: Profile,
    fails: [],
    says: 'Keeps the language chosen at the top with the own account: every browser speaks it from the next log-in on.',
    example,
  },
  editPreferences: {
    method: 'PUT',
    path: '/center/preferences',
    kind: 'change',
    of: 'own-profile',
    needs: 'signed-in',
    about: 'unscoped',
    closed_to_api_tokens: true,
    body: PreferencesChange,
    result: Preferences,
    fails: [],
    says: 'Changes how the console looks and when it speaks; what is left out stays.',
    example: DEFAULT_PREFERENCES,
  },
})
