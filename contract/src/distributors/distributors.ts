import { z } from 'zod'
import { UserName } from '../accounts/draft.ts'
import { contactFields, contactRequired, EmailOrNone, isReachable, PhoneOrNone } from '../contact.ts'
import { CHINA, COUNTRIES } from '../countries.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { brokenAs, textOf } from '../text.ts'
import { wholeNumber } from '../whole-number.ts'

const Time = z.iso.datetime()
/** A province, city or county of GB/T 2260; its existence is checked where the list is available. */
const RegionCode = z.string().regex(/^\d{6}$/)
/** ISO 3166-2: where the law of a country divides it. */
const ForeignRegionCode = z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/)
const Quota = wholeNumber({ min: 0, max: LIMITS.quota_max }).nullable().default(null)

/** First, second and third level (spec 3): province, city, county. */
export const AGENT_LEVELS = [1, 2, 3] as const
export const AgentLevel = z.literal(AGENT_LEVELS)
export type AgentLevel = z.infer<typeof AgentLevel>

/** What is entered about a distributor itself. Empty lists mean: not limited. */
const entered = {
  /** Unique in the whole cloud (spec 5). */
  agent_name: textOf({ min: 1, max: LIMITS.agent_name_max }),
  country: z.enum(COUNTRIES as [string, ...string[]]).default(CHINA),
  /** GB/T 2260 in China, ISO 3166-2 or null elsewhere. */
  region_code: z.union([RegionCode, ForeignRegionCode]).nullable().default(null),
  /** Region in words, abroad. */
  region_text: textOf({ max: LIMITS.region_text_max }).default(''),
  address: textOf({ max: LIMITS.address_max }).default(''),
  /** GB/T 2260 codes it may sell in. */
  agency_area: z.array(RegionCode).max(LIMITS.agency_area_max).default([]),
  business_scope: textOf({ max: LIMITS.business_scope_max }).default(''),
  product_keys: z.array(z.string().max(64)).max(LIMITS.related_products_max).default([]),
  remark: textOf({ max: LIMITS.remark_max }).default(''),
  /** Most accounts of the distributor itself, and most devices of its subtree; null = not limited. */
  account_quota: Quota,
  device_quota: Quota,
}

/** A region is a code in China and words elsewhere. */
const isRegionGiven = (draft: { country: string; region_code: string | null; region_text: string }): boolean =>
  draft.country === CHINA ? draft.region_code !== null : draft.region_text !== '' || draft.region_code !== null
const isRegionOfCountry = ({ country, region_code }: { country: string; region_code: string | null }): boolean =>
  // Also checked when the code itself is wrong: that problem is then reported.
  typeof region_code !== 'string' ||
  (country === CHINA ? /^\d/.test(region_code) : region_code.startsWith(`${country}-`))

/** Only the first level has no higher distributor. */
type DraftPlace = { agent_level: AgentLevel; parent_id: number | null }
const hasItsParent = ({ agent_level, parent_id }: DraftPlace): boolean => agent_level === 1 || parent_id !== null
const hasNoParent = ({ agent_level, parent_id }: DraftPlace): boolean => agent_level !== 1 || parent_id === null

/** A new distributor; with a password its first account is made too, named as given or by phone or e-mail. */
export const NewDistributor = z
  .object({
    ...entered,
    agent_level: AgentLevel,
    parent_id: RowId.nullable().default(null),
    ...contactFields,
    user_name: UserName.nullable().default(null),
    /** Spec 5: 6 to 16 characters; the installation's policy may require more. */
    password: z.string().min(LIMITS.password_min).max(LIMITS.password_max).nullable().default(null),
  })
  .refine(isReachable, contactRequired)
  .refine(isRegionGiven, brokenAs('region_required', 'region_code'))
  .refine(isRegionOfCountry, brokenAs('region_unknown', 'region_code'))
  .refine(hasItsParent, brokenAs('parent_required', 'parent_id'))
  .refine(hasNoParent, brokenAs('parent_level_wrong', 'parent_id'))
export type NewDistributor = z.infer<typeof NewDistributor>

/**
 * All of a distributor anew. Phone and e-mail that are left out stay: who may not read them need not know them to
 * change the rest. So does the place in the tree; which place is possible depends on the one before. `updated_at` is that
 * of the answer which is being edited; clients of the specification have none (decision 0120).
 */
export const EditedDistributor = z
  .object({
    ...entered,
    agent_level: AgentLevel.optional(),
    parent_id: RowId.nullable().optional(),
    phone: PhoneOrNone.optional(),
    email: EmailOrNone.optional(),
    updated_at: Time.optional(),
  })
  .refine(({ phone, email }) => phone !== null || email !== null, contactRequired)
  .refine(isRegionGiven, brokenAs('region_required', 'region_code'))
  .refine(isRegionOfCountry, brokenAs('region_unknown', 'region_code'))
export type EditedDistributor = z.infer<typeof EditedDistributor>

/** A distributor as lists show it (spec 3). Figures of devices are those of its subtree which the caller may see. */
export const Distributor = z.object({
  agent_id: RowId,
  agent_name: z.string(),
  agent_level: AgentLevel,
  /** Null at the top, and where the higher one is outside the caller's scope. */
  parent_id: RowId.nullable(),
  parent_name: z.string().nullable(),
  country: z.string(),
  region_code: z.string().nullable(),
  region_text: z.string(),
  address: z.string(),
  agency_area: z.array(z.string()),
  business_scope: z.string(),
  product_keys: z.array(z.string()),
  /** Masked without `pii:view`, empty when there is none. */
  phone: z.string(),
  email: z.string(),
  remark: z.string(),
  account_quota: z.number().int().nullable(),
  device_quota: z.number().int().nullable(),
  disabled: z.boolean(),
  device_count: z.number().int(),
  online_count: z.number().int(),
  active_count: z.number().int(),
  /** Held by itself, never on line. */
  stock_count: z.number().int(),
  /** Held by the distributors below it. */
  shipped_count: z.number().int(),
  alarm_count: z.number().int(),
  /** Directly below. */
  sub_count: z.number().int(),
  /** Of the distributor itself. */
  account_count: z.number().int(),
  /** Orders of its subtree that the caller sees; null without `order:view`. */
  open_orders: z.number().int().nullable(),
  /** Ratings of what was resolved within a year, and which share of them is satisfied or better; null = none, or not seen. */
  rated_orders: z.number().int().nullable(),
  satisfaction: z.number().nullable(),
  created_time: Time,
  updated_at: Time,
})
export type Distributor = z.infer<typeof Distributor>

/** All that the detail page opens with. */
export const DistributorDetail = Distributor.extend({
  /** From the caller's highest down to this one. */
  agent_chain: z.array(z.object({ agent_id: RowId, agent_name: z.string() })),
  /** The caller's own: only its address, phone and e-mail are the caller's to change. */
  own: z.boolean(),
  /** A higher distributor is disabled, and this one with it. */
  disabled_above: z.boolean(),
})
export type DistributorDetail = z.infer<typeof DistributorDetail>

export const DISTRIBUTOR_SORTS = [
  'tree',
  'agent_id',
  'agent_name',
  'agent_level',
  'region_code',
  'created_time',
] as const

/** Filters of the list; whatever is left out does not filter. */
export const DistributorFilter = z.object({
  /** A part of the name. */
  agent_name: z.string().trim().max(100).optional(),
  agent_level: AgentLevel.optional(),
  /** This one and all below it. */
  under: RowId.optional(),
  /** Those directly below this one. */
  parent_id: RowId.optional(),
  /** A province or city also finds what lies in it. */
  region_code: z.string().max(6).optional(),
  country: z.string().max(2).optional(),
  /** Sells it: named among its products, or not limited. */
  product_key: z.string().max(64).optional(),
  has_account: z.boolean().optional(),
  disabled: z.boolean().optional(),
  created_from: Time.optional(),
  created_to: Time.optional(),
  /** Only these, or all but these: the selection in the list. */
  agent_ids: z.array(RowId).max(LIMITS.filter_ids_max).optional(),
  except_agent_ids: z.array(RowId).max(LIMITS.filter_ids_max).optional(),
  sort_by: z.enum(DISTRIBUTOR_SORTS).default('tree'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type DistributorFilter = z.infer<typeof DistributorFilter>

/** What an export of the list can hold. */
export const DISTRIBUTOR_EXPORT_COLUMNS = [
  'agent_name',
  'agent_id',
  'agent_level',
  'parent_name',
  'region',
  'address',
  'agency_area',
  'business_scope',
  'product_keys',
  'phone',
  'email',
  'device_count',
  'online_count',
  'active_count',
  'stock_count',
  'shipped_count',
  'alarm_count',
  'sub_count',
  'account_count',
  'open_orders',
  'satisfaction',
  'remark',
  'disabled',
  'created_time',
] as const

/** A node of the tree; `match` is false for those that are shown only because something below them matches. */
export const AgentNode = z.object({
  agent_id: RowId,
  agent_name: z.string(),
  agent_level: AgentLevel,
  parent_id: RowId.nullable(),
  device_count: z.number().int(),
  has_children: z.boolean(),
  disabled: z.boolean(),
  match: z.boolean(),
})
export type AgentNode = z.infer<typeof AgentNode>

/** An answer that is true, for the API page. */
export const exampleDistributor: Distributor = {
  agent_id: 7,
  agent_name: 'Hangzhou Nuanyuan',
  agent_level: 2,
  parent_id: 1,
  parent_name: 'Zhejiang Nuanyuan',
  country: CHINA,
  region_code: '330100',
  region_text: '',
  address: 'Moganshan Road 18',
  agency_area: ['330100'],
  business_scope: 'Sale and service of air-source heat pumps',
  product_keys: ['r290-monobloc'],
  phone: '05***66',
  email: '',
  remark: '',
  account_quota: 20,
  device_quota: null,
  disabled: false,
  device_count: 61,
  online_count: 55,
  active_count: 60,
  stock_count: 1,
  shipped_count: 48,
  alarm_count: 2,
  sub_count: 4,
  account_count: 1,
  open_orders: 3,
  rated_orders: 20,
  satisfaction: 0.95,
  created_time: '2026-11-21T08:00:00.000Z',
  updated_at: '2026-11-21T08:00:00.000Z',
}
