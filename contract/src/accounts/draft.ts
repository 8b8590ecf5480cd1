import { z } from 'zod'
import { contactFields, contactRequired, EmailOrNone, isReachable, PhoneOrNone } from '../contact.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { isTimeZone } from '../time-zone.ts'

/** Spec 3: gender of a person. */
export const GENDERS = ['male', 'female', 'unknown'] as const
export const Gender = z.enum(GENDERS)

/** The name to log in with: fixed once made, unique whatever its case; neither blanks nor `|`, which a log could not show unambiguously. */
export const UserName = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.user_name_max)
  .regex(/^[^\s|\p{C}]+$/u)

/** IANA name such as `Europe/Warsaw`; empty = that of the browser. The broken rule is `time_zone`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => name === '' || isTimeZone(name), { params: { rule: 'time_zone' } })

/** Language of the console; empty = that of the browser. */
export const AccountLanguage = z.enum(['', 'en', 'zh', 'pl'])

const id = RowId

/** What of an account is about the person. */
const person = {
  nick_name: z.string().trim().max(LIMITS.nick_name_max).default(''),
  gender: Gender.default('unknown'),
  company: z.string().trim().max(LIMITS.company_max).default(''),
  language: AccountLanguage.default(''),
  time_zone: TimeZone.default(''),
  remark: z.string().trim().max(LIMITS.remark_max).default(''),
}

/** What decides the reach of an account: an account cannot grant more than it has, nor change its own. */
const reach = {
  role_id: id,
  resource_group_id: id,
  /** Null = the manufacturer's own people. */
  agent_id: id.nullable(),
  /** After this moment the account cannot log in; null = no end. */
  valid_until: z.iso.datetime({ offset: true }).nullable().default(null),
}

const entered = {
  user_name: UserName,
  ...person,
  ...contactFields,
  ...reach,
  /** Must be changed at the first log-in. */
  password: z.string().min(LIMITS.password_min).max(LIMITS.password_max),
}

/** A new account (spec 5: user name, role, resource group required; phone or e-mail). */
export const AccountDraft = z.object(entered).refine(isReachable, contactRequired)
export type AccountDraft = z.output<typeof AccountDraft>

/** A new account on the wire: one that names no distributor belongs to the caller's own organisation (decision 0120). */
export const NewAccount = z
  .object({ ...entered, agent_id: reach.agent_id.optional() })
  .refine(isReachable, contactRequired)
export type NewAccount = z.output<typeof NewAccount>

/**
 * An edited account. Omitted phone and e-mail stay unchanged, for callers that see them masked. `updated_at` is
 * that of the account as it was read; if it changed since, the edit is refused as stale.
 */
export const AccountEdit = z.object({
  ...person,
  phone: PhoneOrNone.optional(),
  email: EmailOrNone.optional(),
  ...reach,
  updated_at: z.iso.datetime(),
})
export type AccountEdit = z.output<typeof AccountEdit>

/** An edited account on the wire: what is left out stays as it is (decision 0120). */
export const AccountChange = z.object({
  nick_name: person.nick_name.unwrap().optional(),
  gender: person.gender.unwrap().optional(),
  company: person.company.unwrap().optional(),
  language: person.language.unwrap().optional(),
  time_zone: person.time_zone.unwrap().optional(),
  remark: person.remark.unwrap().optional(),
  phone: PhoneOrNone.optional(),
  email: EmailOrNone.optional(),
  role_id: id.optional(),
  resource_group_id: id.optional(),
  agent_id: reach.agent_id.optional(),
  valid_until: reach.valid_until.unwrap().optional(),
  updated_at: AccountEdit.shape.updated_at.optional(),
})
export type AccountChange = z.output<typeof AccountChange>
