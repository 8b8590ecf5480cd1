import { z } from 'zod'
import { contactFields } from '../contact.ts'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { Paging, pageOf } from '../paging.ts'
import { RowId, RowIdText } from '../row-id.ts'

const Time = z.iso.datetime()
export const ById = z.object({ id: RowIdText })

/** Marks of app users and of their units (product 3.22). */
export const MARKS = ['vip', 'test', 'special_care'] as const
export const Marks = z.array(z.enum(MARKS)).max(MARKS.length)
export type Mark = (typeof MARKS)[number]
/** What is done with marks that are named: they are all there are from now on, they come to the others, or they go. */
export const MARK_WAYS = ['set', 'add', 'remove'] as const

export const GENDERS = ['male', 'female', 'unknown'] as const
/** Languages an app may speak to its user; empty = not said. */
export const APP_LANGUAGES = ['', 'en', 'zh', 'pl', 'de'] as const
export const APP_PLATFORMS = ['ios', 'android', 'harmony', 'wechat'] as const
export const APP_USER_STATES = ['active', 'disabled', 'erased'] as const

/** What an app user may agree to. The privacy policy belongs to having an account; the rest may be withdrawn. */
export const CONSENTS = ['privacy_policy', 'remote_service'] as const
export type Consent = (typeof CONSENTS)[number]

/** Reason for changing another person's data or binding. */
export const Reason = z.string().trim().min(1).max(LIMITS.reason_max)

/** An app user as the list shows it; personal data masked without `pii:view`. */
export const AppUser = z.object({
  app_user_id: RowId,
  nick_name: z.string(),
  phone: z.string(),
  email: z.string(),
  gender: z.enum(GENDERS),
  /** ISO 3166-1 alpha-2; empty = not said. */
  country: z.string(),
  region_text: z.string(),
  language: z.string(),
  app_id: RowId.nullable(),
  app_name: z.string(),
  app_version: z.string(),
  platform: z.string(),
  /** Units in the caller's scope; units outside are neither listed nor counted. */
  owned_devices: z.number().int(),
  shared_devices: z.number().int(),
  /** Unresolved orders about devices in the caller's scope; null without `order:view`. */
  open_orders: z.number().int().nullable(),
  register_time: Time,
  last_login_time: Time.nullable(),
  status: z.enum(APP_USER_STATES),
  marks: Marks,
})
export type AppUser = z.infer<typeof AppUser>

export const AppUserDetail = AppUser.extend({ remark: z.string() })
export type AppUserDetail = z.infer<typeof AppUserDetail>

export const APP_USER_SORTS = ['app_user_id', 'nick_name', 'register_time', 'last_login_time'] as const

/** Filters of the list (product 3.20); whatever is left out does not filter. */
export const AppUserFilter = z.object({
  /** Part of the nick name, or the id. */
  search: z.string().trim().max(100).optional(),
  /** The whole number; a part of it only with `pii:view`, or it could be guessed digit by digit. */
  phone: z.string().trim().max(LIMITS.phone_max).optional(),
  /** Likewise. */
  email: z.string().trim().max(LIMITS.email_max).optional(),
  app_id: RowId.optional(),
  country: z.string().trim().max(2).optional(),
  language: z.enum(APP_LANGUAGES).optional(),
  status: z.enum(APP_USER_STATES).optional(),
  mark: z.enum(MARKS).optional(),
  has_device: z.boolean().optional(),
  registered_from: Time.optional(),
  registered_to: Time.optional(),
  last_login_from: Time.optional(),
  last_login_to: Time.optional(),
  /** Only these, or all but these: the selection in the list. */
  app_user_ids: z.array(RowId).max(LIMITS.filter_ids_max).optional(),
  except_app_user_ids: z.array(RowId).max(LIMITS.filter_ids_max).optional(),
  sort_by: z.enum(APP_USER_SORTS).default('register_time'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type AppUserFilter = z.infer<typeof AppUserFilter>

/** What an export of the list can hold. */
export const APP_USER_EXPORT_COLUMNS = [
  'nick_name',
  'app_user_id',
  'phone',
  'email',
  'country',
  'region',
  'language',
  'app',
  'app_version',
  'platform',
  'owned_devices',
  'shared_devices',
  'open_orders',
  'register_time',
  'last_login_time',
  'status',
  'marks',
] as const

/** What staff may change of an app user; phone and e-mail left out stay as they are. */
export const AppUserDraft = z.object({
  nick_name: z.string().trim().max(LIMITS.nick_name_max),
  phone: contactFields.phone.unwrap().optional(),
  email: contactFields.email.unwrap().optional(),
  gender: z.enum(GENDERS),
  country: z
    .string()
    .trim()
    .regex(/^([A-Z]{2})?$/),
  region_text: z.string().trim().max(100),
  language: z.enum(APP_LANGUAGES),
  remark: z.string().trim().max(LIMITS.remark_max),
  /** Needed when phone or e-mail change: they are the way in. */
  reason: Reason.optional(),
})
export type AppUserDraft = z.infer<typeof AppUserDraft>
/** An edited app user on the wire: what is left out stays as it is (decision 0120). */
const AppUserChange = AppUserDraft.partial()
export type AppUserChange = z.infer<typeof AppUserChange>

const exampleAppUser: AppUser = {
  app_user_id: 9,
  nick_name: 'Anna Nowak',
  phone: '+4***89',
  email: 'a***@example.com',
  gender: 'female',
  country: 'PL',
  region_text: 'Małopolskie, Wieliczka',
  language: 'pl',
  app_id: 1,
  app_name: 'Heatfleet Home',
  app_version: '2.4.1',
  platform: 'android',
  owned_devices: 1,
  shared_devices: 0,
  open_orders: 1,
  register_time: '2026-09-02T10:00:00.000Z',
  last_login_time: '2026-11-18T06:12:00.000Z',
  status: 'active',
  marks: ['vip'],
}

export const appUsers = endpoints({
  appUserList: {
    method: 'POST',
    path: '/user-manage/user-list',
    kind: 'read',
    of: 'app-user',
    needs: 'appuser:view',
    about: { list: 'app_user' },
    query: Paging,
    body: AppUserFilter.default({ sort_by: 'register_time', sort_order: 'desc' }),
    result: pageOf(AppUser),
    fails: [],
    says: 'App users with a unit in scope; without `pii:view` personal data is masked.',
    example: { list: [exampleAppUser], total: 1, pageNo: 1, size: 999 },
  },
  menuApps: {
    method: 'GET',
    path: '/user-manage/list-menu-app',
    kind: 'read',
    of: 'application',
    needs: 'appuser:view',
    about: 'unscoped',
    result: z.array(z.object({ app_id: RowId, app_name: z.string() })),
    fails: [],
    says: 'Names of the applications, for pickers.',
    example: [{ app_id: 1, app_name: 'Heatfleet Home' }],
  },
  appUserInfo: {
    method: 'GET',
    path: '/user-manage/:id/info',
    kind: 'read',
    of: 'app-user',
    needs: 'appuser:view',
    about: 'app_user',
    params: ById,
    result: AppUserDetail,
    fails: ['app_user_not_found'],
    says: 'One app user.',
    example: { ...exampleAppUser, remark: '' },
  },
  editAppUser: {
    method: 'PUT',
    path: '/user-manage/:id/info',
    kind: 'change',
    of: 'app-user',
    needs: 'appuser:edit',
    about: 'app_user',
    params: ById,
    body: AppUserChange,
    result: AppUserDetail,
    fails: ['app_user_not_found', 'app_user_erased', 'user_already_exists', 'contact_required', 'reason_required'],
    says: 'Changes an app user; phone and e-mail need `pii:view` and a reason, and one of the two stays.',
    example: { ...exampleAppUser, remark: '' },
  },
  disableAppUser: {
    method: 'PUT',
    path: '/user-manage/:id/status',
    kind: 'change',
    of: 'app-user',
    needs: 'appuser:disable',
    about: 'app_user',
    params: ById,
    body: z.object({ disabled: z.boolean(), reason: Reason }),
    result: AppUserDetail,
    fails: ['app_user_not_found', 'app_user_erased'],
    says: 'Shuts an app user out (all sessions end at once), or lets him in again.',
    example: { ...exampleAppUser, status: 'disabled', remark: '' },
  },
  markAppUser: {
    method: 'PUT',
    path: '/user-manage/:id/marks',
    kind: 'change',
    of: 'app-user',
    needs: 'appuser:mark',
    about: 'app_user',
    params: ById,
    body: z.object({ marks: Marks, how: z.enum(MARK_WAYS).default('set') }),
    result: AppUserDetail,
    fails: ['app_user_not_found', 'app_user_erased'],
    says: 'Sets the marks of an app user, adds some, or takes some away.',
    example: { ...exampleAppUser, remark: '' },
  },
  eraseAppUser: {
    method: 'POST',
    path: '/user-manage/:id/erase',
    kind: 'change',
    of: 'app-user',
    needs: 'appuser:erase',
    about: 'app_user',
    params: ById,
    /** The user's id once more, as typed. */
    body: z.object({ confirm_id: RowId, reason: Reason }),
    result: AppUserDetail,
    fails: ['app_user_not_found', 'app_user_erased', 'confirmation_mismatch'],
    says: 'Anonymises at the person’s request: personal data, sessions and bindings go; id and technical history stay.',
    example: { ...exampleAppUser, nick_name: '', phone: '', email: '', status: 'erased', remark: '' },
  },
  appUserLogIns: {
    method: 'GET',
    path: '/user-manage/:id/log-ins',
    kind: 'read',
    of: 'app-user',
    needs: 'appuser:view',
    about: 'app_user',
    params: ById,
    query: Paging,
    result: pageOf(
      z.object({
        log_in_id: z.number().int(),
        time: Time,
        address: z.string(),
        app_version: z.string(),
        phone_model: z.string(),
        /** `ok` or the code of the refusal. */
        result: z.string(),
      }),
    ),
    fails: ['app_user_not_found'],
    says: 'Log-ins of an app user, newest first; the address is masked without `pii:view`.',
    example: { list: [], total: 0, pageNo: 1, size: 999 },
  },
  appUserConsents: {
    method: 'GET',
    path: '/user-manage/:id/consents',
    kind: 'read',
    of: 'app-user',
    needs: 'appuser:view',
    about: 'app_user',
    params: ById,
    result: z.array(z.object({ consent: z.enum(CONSENTS), given_time: Time, withdrawn_time: Time.nullable() })),
    fails: ['app_user_not_found'],
    says: 'What an app user agreed to, newest first, and what was withdrawn.',
    example: [{ consent: 'remote_service', given_time: '2026-09-02T10:00:00.000Z', withdrawn_time: null }],
  },
})
