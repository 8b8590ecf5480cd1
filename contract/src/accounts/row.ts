import { z } from 'zod'
import { DATA_SCOPES } from '../data-scope.ts'
import { LIMITS } from '../limits.ts'
import { ROW_ID_MAX, RowId } from '../row-id.ts'
import { AccountLanguage, Gender } from './draft.ts'

const Time = z.iso.datetime()

/**
 * Whether an account can log in. The first that holds: `disabled` itself; `distributor_disabled` its distributor or one
 * above; `expired` past `valid_until`; `locked` for a while by wrong passwords; else `enabled`.
 */
export const ACCOUNT_STATES = ['enabled', 'disabled', 'distributor_disabled', 'expired', 'locked'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** An account as lists and pages show it; phone and e-mail masked without `pii:view`, but never one's own. */
export const Account = z.object({
  uid: RowId,
  user_name: z.string(),
  nick_name: z.string(),
  phone: z.string(),
  email: z.string(),
  gender: Gender,
  role_id: RowId,
  role_name: z.string(),
  /** What its role makes of the rows it sees. */
  data_scope: z.enum(DATA_SCOPES),
  resource_group_id: RowId,
  resource_group_name: z.string(),
  /** True for the group that narrows nothing. */
  whole_fleet: z.boolean(),
  /** Null = the manufacturer. */
  agent_id: RowId.nullable(),
  agent_name: z.string().nullable(),
  company: z.string(),
  /** Second factor enrolled. */
  totp: z.boolean(),
  state: z.enum(ACCOUNT_STATES),
  must_change_password: z.boolean(),
  language: AccountLanguage,
  time_zone: z.string(),
  valid_until: Time.nullable(),
  remark: z.string(),
  last_login_at: Time.nullable(),
  last_login_address: z.string(),
  /** User name of the creator; empty = the installation, or an account that is deleted or outside the scope. */
  creator: z.string(),
  created_at: Time,
  updated_at: Time,
  /** May or sees more than the caller: it can be looked at, not changed. */
  above_own: z.boolean(),
})
export type Account = z.infer<typeof Account>

export const ACCOUNT_SORTS = ['user_name', 'nick_name', 'role_name', 'last_login_at', 'created_at'] as const

/** Filters of the list; whatever is left out does not filter. */
export const AccountFilter = z.object({
  /** Parts of names, in any case. */
  user_name: z.string().trim().max(LIMITS.user_name_max).optional(),
  nick_name: z.string().trim().max(LIMITS.nick_name_max).optional(),
  company: z.string().trim().max(LIMITS.company_max).optional(),
  /** The whole value; a part only with `pii:view`, or partial searches would reveal masked values. */
  phone: z.string().trim().max(LIMITS.phone_max).optional(),
  email: z.string().trim().max(LIMITS.email_max).optional(),
  role_id: RowId.optional(),
  resource_group_id: RowId.optional(),
  /** 0 = the manufacturer's own people. */
  agent_id: z.number().int().min(0).max(ROW_ID_MAX).optional(),
  include_lower: z.boolean().default(true),
  state: z.enum(ACCOUNT_STATES).optional(),
  totp: z.boolean().optional(),
  last_login_from: z.iso.datetime({ offset: true }).optional(),
  last_login_to: z.iso.datetime({ offset: true }).optional(),
  /** Only these, or all but these: the selection in the list. */
  uids: z.array(RowId).max(LIMITS.filter_ids_max).optional(),
  except_uids: z.array(RowId).max(LIMITS.filter_ids_max).optional(),
  sort_by: z.enum(ACCOUNT_SORTS).default('created_at'),
  sort_order: z.enum(['asc', 'desc']).default('desc'),
})
export type AccountFilter = z.output<typeof AccountFilter>
/** What the list is without any filter. */
export const NO_ACCOUNT_FILTER = { include_lower: true, sort_by: 'created_at', sort_order: 'desc' } as const

/** What an export of the list can hold. */
export const ACCOUNT_EXPORT_COLUMNS = [
  'user_name',
  'nick_name',
  'state',
  'role',
  'agent',
  'company',
  'data_scope',
  'resource_group',
  'phone',
  'email',
  'gender',
  'totp',
  'last_login',
  'last_login_address',
  'valid_until',
  'creator',
  'created_at',
  'remark',
] as const

/** An account that is true to the schema: the API page and tests show it. */
export const exampleAccount: Account = {
  uid: 7,
  user_name: 'hangzhou',
  nick_name: 'Hangzhou office',
  phone: '13***00',
  email: 'h***@example.com',
  gender: 'unknown',
  role_id: 5,
  role_name: 'City agent',
  data_scope: 'subtree',
  resource_group_id: 1,
  resource_group_name: 'Whole fleet',
  whole_fleet: true,
  agent_id: 2,
  agent_name: 'Hangzhou',
  company: 'Hangzhou Nuanyuan',
  totp: false,
  state: 'enabled',
  must_change_password: false,
  language: 'zh',
  time_zone: 'Asia/Shanghai',
  valid_until: null,
  remark: '',
  last_login_at: '2026-11-21T07:00:00.000Z',
  last_login_address: '203.0.113.7',
  creator: 'admin',
  created_at: '2026-09-01T08:00:00.000Z',
  updated_at: '2026-09-01T08:00:00.000Z',
  above_own: false,
}
