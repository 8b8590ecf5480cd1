import { z } from 'zod'
import { APP_LANGUAGES, APP_PLATFORMS, CONSENTS, GENDERS } from '../app-users/app-users.ts'
import { BINDING_ROLES } from '../bindings/bindings.ts'
import { ClaimCode } from '../bindings/claim-code.ts'
import { contactFields, contactRequired, isReachable, toPhone } from '../contact.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowId, RowIdText } from '../row-id.ts'
import { Password } from '../session/session.ts'
import { ONLINE_STATES } from '../transitions.ts'

const Time = z.iso.datetime()
const Typed = z.string().min(1).max(64)
const ByDevice = z.object({ device_id: DeviceId })

/** The name a person signs in with: phone or e-mail, in the spelling it is stored in. */
const LogInName = z
  .string()
  .trim()
  .max(LIMITS.email_max)
  .transform((text) => (text.includes('@') ? text : toPhone(text)))

/** What the person himself may change. */
const profileFields = {
  nick_name: z.string().trim().max(LIMITS.nick_name_max).default(''),
  gender: z.enum(GENDERS).default('unknown'),
  country: z
    .string()
    .trim()
    .regex(/^([A-Z]{2})?$/)
    .default(''),
  region_text: z.string().trim().max(100).default(''),
  language: z.enum(APP_LANGUAGES).default(''),
}

const AppProfile = z.object({
  app_user_id: RowId,
  phone: z.string(),
  email: z.string(),
  nick_name: z.string(),
  gender: z.enum(GENDERS),
  country: z.string(),
  region_text: z.string(),
  language: z.string(),
})
const exampleProfile = {
  app_user_id: 9,
  phone: '',
  email: 'anna.nowak@example.com',
  nick_name: 'Anna',
  gender: 'unknown' as const,
  country: 'PL',
  region_text: '',
  language: 'pl',
}

/** A unit as its owner or a guest sees it. */
const AppDevice = z.object({
  device_id: z.string(),
  device_name: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  role: z.enum(BINDING_ROLES),
  online_status: z.enum(ONLINE_STATES),
  alarm_count: z.number().int(),
  bind_time: Time,
  /** App users it is shared with; returned to the owner only. */
  shared_with: z.array(z.object({ app_user_id: RowId, nick_name: z.string() })),
})
const exampleDevice = {
  device_id: '863412060123455',
  device_name: 'Villa Linden 4',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  role: 'owner' as const,
  online_status: 'online' as const,
  alarm_count: 0,
  bind_time: '2026-09-02T10:00:00.000Z',
  shared_with: [],
}
const Given = z.object({ consent: z.enum(CONSENTS), given: z.boolean(), time: Time.nullable() })

/** The app API: what the end users' app calls. Headers `key` (of a registered app) and `token`; docs/app-api.md. */
export const appApi = endpoints({
  appSignUp: {
    method: 'POST',
    path: '/app/sign-up',
    kind: 'change',
    of: 'app-user',
    needs: 'app',
    sends: { body: { email: 'anna.nowak@example.com' } },
    body: z
      .object({
        ...contactFields,
        ...profileFields,
        password: Password,
        /** Required for every account. */
        accepts_privacy_policy: z.literal(true),
      })
      .refine(isReachable, contactRequired),
    result: z.null(),
    fails: ['password_length', 'password_common', 'password_like_name', 'too_many_attempts'],
    says: 'Makes an account. The answer is the same for a name that is taken: sign in to see whether it is yours.',
    example: null,
  },
  appSignIn: {
    method: 'POST',
    path: '/app/sign-in',
    kind: 'change',
    of: 'app-user',
    needs: 'app',
    body: z.object({
      name: LogInName,
      password: Typed,
      app_version: z.string().trim().max(40).default(''),
      platform: z.enum(['', ...APP_PLATFORMS]).default(''),
      phone_model: z.string().trim().max(60).default(''),
    }),
    result: z.object({ token: z.string(), app_user_id: RowId, expires_time: Time }),
    fails: ['account_or_password_error', 'account_locked', 'account_disabled', 'too_many_attempts'],
    says: 'Signs in; the token is sent as header `token` and ends after 30 idle days, at the latest after 180.',
    example: { token: 'Zm9yIHRoZSBleGFtcGxlIG9ubHk', app_user_id: 9, expires_time: '2027-05-20T10:00:00.000Z' },
  },
  appSignOut: {
    method: 'POST',
    path: '/app/sign-out',
    kind: 'change',
    of: 'app-user',
    needs: 'app-user',
    result: z.null(),
    fails: [],
    says: 'Ends this session; its token is dead at once.',
    example: null,
  },
  appProfile: {
    method: 'GET',
    path: '/app/profile',
    kind: 'read',
    of: 'app-user',
    needs: 'app-user',
    result: AppProfile,
    fails: [],
    says: 'The own profile.',
    example: exampleProfile,
  },
  appEditProfile: {
    method: 'PUT',
    path: '/app/profile',
    kind: 'change',
    of: 'app-user',
    needs: 'app-user',
    body: z.object(profileFields),
    result: AppProfile,
    fails: [],
    says: 'Changes the own profile; phone and e-mail are changed by the service desk, who asks for a reason.',
    example: exampleProfile,
  },
  appChangePassword: {
    method: 'POST',
    path: '/app/password',
    kind: 'change',
    of: 'app-user',
    needs: 'app-user',
    body: z.object({ old_password: Typed, new_password: Password }),
    result: z.null(),
    fails: [
      'old_password_wrong',
      'password_unchanged',
      'password_length',
      'password_common',
      'password_like_name',
      'too_many_attempts',
    ],
    says: 'Changes the own password and ends every other session.',
    example: null,
  },
  appDevices: {
    method: 'GET',
    path: '/app/devices',
    kind: 'read',
    of: 'binding',
    needs: 'app-user',
    result: z.array(AppDevice),
    fails: [],
    says: 'The own units and those shared with the caller.',
    example: [exampleDevice],
  },
  appBind: {
    method: 'POST',
    path: '/app/devices',
    kind: 'change',
    of: 'binding',
    needs: 'app-user',
    body: z.object({ device_id: DeviceId, code: ClaimCode }),
    result: AppDevice,
    fails: ['claim_refused', 'device_has_owner', 'already_bound', 'too_many_attempts'],
    says: 'Makes the caller owner of a unit, by the claim code of its label. A unit that has an owner is never taken.',
    example: exampleDevice,
  },
  appUnbind: {
    method: 'DELETE',
    path: '/app/devices/:device_id',
    kind: 'change',
    of: 'binding',
    needs: 'app-user',
    params: ByDevice,
    result: z.null(),
    fails: ['not_bound'],
    says: 'Leaves a unit. When the owner leaves, everybody it was shared with leaves too, and its claim code changes.',
    example: null,
  },
  appShare: {
    method: 'POST',
    path: '/app/devices/:device_id/share-codes',
    kind: 'change',
    of: 'binding',
    needs: 'app-user',
    params: ByDevice,
    result: z.object({ code: z.string(), expires_time: Time }),
    fails: ['not_bound', 'not_owner', 'bind_limit_reached'],
    says: 'A code for one person of the household, good once and for a day. Only the owner may; no name is looked up.',
    example: { code: 'M4RTXK7Q', expires_time: '2026-11-22T10:00:00.000Z' },
  },
  appJoin: {
    method: 'POST',
    path: '/app/shared-devices',
    kind: 'change',
    of: 'binding',
    needs: 'app-user',
    body: z.object({ code: ClaimCode }),
    result: AppDevice,
    fails: ['claim_refused', 'already_bound', 'bind_limit_reached', 'too_many_attempts'],
    says: 'Joins a unit by the code its owner handed over.',
    example: { ...exampleDevice, role: 'shared' },
  },
  appUnshare: {
    method: 'DELETE',
    path: '/app/devices/:device_id/shares/:app_user_id',
    kind: 'change',
    of: 'binding',
    needs: 'app-user',
    params: ByDevice.extend({ app_user_id: RowIdText }),
    result: AppDevice,
    fails: ['not_bound', 'not_owner'],
    says: 'Takes a unit back from somebody it was shared with. Only the owner may.',
    example: exampleDevice,
  },
  appConsents: {
    method: 'GET',
    path: '/app/consents',
    kind: 'read',
    of: 'app-user',
    needs: 'app-user',
    result: z.array(Given),
    fails: [],
    says: 'What the caller agreed to.',
    example: [{ consent: 'remote_service', given: true, time: '2026-09-02T10:00:00.000Z' }],
  },
  appConsent: {
    method: 'PUT',
    path: '/app/consents/:consent',
    kind: 'change',
    of: 'app-user',
    needs: 'app-user',
    params: z.object({ consent: z.enum(CONSENTS) }),
    body: z.object({ given: z.boolean() }),
    result: z.array(Given),
    fails: ['consent_needed'],
    says: 'Gives or withdraws a consent; the privacy policy goes only with the account.',
    example: [{ consent: 'remote_service', given: true, time: '2026-09-02T10:00:00.000Z' }],
  },
  appDeleteAccount: {
    method: 'POST',
    path: '/app/delete-account',
    kind: 'change',
    of: 'app-user',
    needs: 'app-user',
    body: z.object({ password: Typed }),
    result: z.null(),
    fails: ['account_or_password_error', 'too_many_attempts'],
    says: 'Deletes the own account at once: personal data, sessions and bindings go; technical history stays without a name.',
    example: null,
  },
})
