import { z } from 'zod'
import { isIccid } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'
import { RowId } from '../row-id.ts'
import { ICCID_STATES } from '../transitions.ts'

const Time = z.iso.datetime()

/** Issuers of China's cards by the digits behind 8986. Source: domain 7. */
const OPERATORS_BY_ISSUER = {
  '00': 'China Mobile',
  '02': 'China Mobile',
  '04': 'China Mobile',
  '07': 'China Mobile',
  '08': 'China Mobile',
  '01': 'China Unicom',
  '06': 'China Unicom',
  '09': 'China Unicom',
  '03': 'China Telecom',
  '11': 'China Telecom',
  '15': 'China Broadnet',
} as const

/** The operator that a card's number names; empty where it names none that is known. */
export const operatorOf = (iccid: string): string => {
  const issuer = /^8986(\d\d)/.exec(iccid)?.[1] ?? ''
  return (OPERATORS_BY_ISSUER as Readonly<Record<string, string>>)[issuer] ?? ''
}

/** A card's number as people write it, blanks and hyphens out; null unless it is one. Source: domain 7. */
export const normalizeIccid = (text: string): string | null => {
  const bare = text.replaceAll(/[\s-]/g, '').toUpperCase()
  return isIccid(bare) ? bare : null
}

/** By what two numbers are the same card: makers print a check digit, a letter, or nothing in the 20th place. */
export const iccidKey = (iccid: string): string => iccid.slice(0, LIMITS.iccid_key_chars)

/** The ICCID of a card; a wrong check digit is not refused. */
const Iccid = z
  .string()
  .max(40)
  .transform((text, context) => {
    const iccid = normalizeIccid(text)
    if (iccid !== null) return iccid
    context.addIssue({ code: 'custom', message: 'iccid_invalid', params: { rule: 'iccid_invalid' } })
    return z.NEVER
  })

const DAY_MS = 86_400_000

/** Whole days until a card ends: 0 = within the day, negative = over; null = it is not known when. */
export const expiredDayOf = (expiration_time: string | Date | null, now_ms: number): number | null => {
  if (expiration_time === null) return null
  return Math.floor((new Date(expiration_time).getTime() - now_ms) / DAY_MS)
}

/** How near the end of a card is: the colour of its days, beside the word. */
const EXPIRY_LEVELS = ['over', 'within_7', 'within_30', 'within_60', 'later', 'unknown'] as const
export type ExpiryLevel = (typeof EXPIRY_LEVELS)[number]
export const expiryLevelOf = (expired_day: number | null): ExpiryLevel => {
  if (expired_day === null) return 'unknown'
  if (expired_day < 0) return 'over'
  return expired_day < 7 ? 'within_7' : expired_day < 30 ? 'within_30' : expired_day < 60 ? 'within_60' : 'later'
}

/** What is not as it should be with a card: it went to another unit, or two units report it. */
export const ICCID_MARKS = ['moved', 'twice', 'checksum'] as const

/** A SIM card (spec 3: iccid, activation and expiration time, expired-day value). */
export const IccidCard = z.object({
  card_id: z.number().int(),
  iccid: z.string(),
  msisdn: z.string(),
  operator: z.string(),
  plan: z.string(),
  activation_time: Time.nullable(),
  expiration_time: Time.nullable(),
  /** Whole days left, negative = over; null = the end is not known. */
  expired_day: z.number().int().nullable(),
  status: z.enum(ICCID_STATES),
  traffic_used_mb: z.number().nullable(),
  traffic_total_mb: z.number().nullable(),
  remark: z.string(),
  /** When the carrier was asked last; null = never. */
  last_sync_time: Time.nullable(),
  marks: z.array(z.enum(ICCID_MARKS)),
  /** The unit it is in; null = none. */
  mac: z.string().nullable(),
  device_name: z.string(),
  product_name: z.string(),
  product_english_name: z.string(),
  online: z.boolean(),
  /** Null = the manufacturer's. */
  agent_id: z.number().int().nullable(),
  agent_name: z.string().nullable(),
  import_time: Time,
  imported_user: z.string(),
})
export type IccidCard = z.output<typeof IccidCard>

const Moment = Time.nullable()
const Megabytes = z.number().min(0).max(LIMITS.iccid_traffic_mb_max).nullable()

/** What people enter of a card. */
export const IccidFacts = z.object({
  msisdn: z
    .string()
    .trim()
    .max(LIMITS.msisdn_max)
    .regex(/^(\+?[0-9]{5,})?$/)
    .default(''),
  /** Empty = what the number names. */
  operator: z.string().trim().max(LIMITS.iccid_text_max).default(''),
  plan: z.string().trim().max(LIMITS.iccid_text_max).default(''),
  activation_time: Moment.default(null),
  expiration_time: Moment.default(null),
  traffic_total_mb: Megabytes.default(null),
  remark: z.string().trim().max(LIMITS.remark_max).default(''),
})
export const IccidDraft = IccidFacts.extend({ iccid: Iccid, status: z.enum(ICCID_STATES).default('in_stock') })
export type IccidDraft = z.output<typeof IccidDraft>
export const IccidChange = IccidFacts.extend({ status: z.enum(ICCID_STATES) }).partial()
export type IccidChange = z.output<typeof IccidChange>

export const ICCID_SORTS = [
  'iccid',
  'operator',
  'activation_time',
  'expiration_time',
  'traffic_used_mb',
  'status',
  'import_time',
] as const

/** A value of a filter that may also be sent empty, which is as if it were not there (spec 5). */
const orEmpty = <Value extends z.ZodType>(value: Value) =>
  z.union([value, z.literal('').transform(() => undefined), z.null().transform(() => undefined)]).optional()

/** What narrows the cards; empty values are left out by the client and ignored by the server (spec 5). */
export const IccidFilter = z.object({
  /** Beginning of a number. */
  iccid: orEmpty(z.string().trim().max(40)),
  /** Beginning of the id of its unit. */
  mac: orEmpty(z.string().trim().max(40)),
  operator: orEmpty(z.string().trim().max(LIMITS.iccid_text_max)),
  status: orEmpty(z.enum(ICCID_STATES)),
  /** Ends within so many days, and has not ended; without cancelled cards, as `over` is. */
  days_left: orEmpty(z.number().int().min(0).max(LIMITS.iccid_days_max)),
  /** Has ended, or has not. */
  over: orEmpty(z.boolean()),
  expiration_from: orEmpty(Time),
  expiration_to: orEmpty(Time),
  activation_from: orEmpty(Time),
  activation_to: orEmpty(Time),
  /** 0 = the manufacturer. */
  agent_id: orEmpty(z.number().int().min(0).max(2_147_483_647)),
  include_lower: z.boolean().default(true),
  product_key: orEmpty(z.string().max(64)),
  online: orEmpty(z.boolean()),
  /** In a unit, or in none. */
  bound: orEmpty(z.boolean()),
  mark: orEmpty(z.enum(ICCID_MARKS)),
  /** Traffic over 80 % of what the plan has. */
  traffic_high: orEmpty(z.boolean()),
  card_ids: z.array(RowId).max(LIMITS.batch_objects_max).optional(),
  except_card_ids: z.array(RowId).max(LIMITS.batch_objects_max).optional(),
  sort_by: z.enum(ICCID_SORTS).default('expiration_time'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type IccidFilter = z.output<typeof IccidFilter>

/** What an export of cards can hold, named as the columns of the list. */
export const ICCID_EXPORT_COLUMNS = [
  'iccid',
  'msisdn',
  'operator',
  'plan',
  'mac',
  'device_name',
  'agent_name',
  'online',
  'activation_time',
  'expiration_time',
  'expired_day',
  'traffic_used_mb',
  'traffic_total_mb',
  'status',
  'marks',
  'last_sync_time',
  'remark',
  'import_time',
] as const

/** One thing that happened to a card. */
export const ICCID_EVENTS = [
  'imported',
  'changed',
  'linked',
  'moved',
  'unlinked',
  'renewed',
  'status',
  'reminded',
  'twice',
] as const
export const IccidEvent = z.object({
  event_id: z.number().int(),
  at: Time,
  what: z.enum(ICCID_EVENTS),
  /** Codes, ids and times: what it was and what it became. */
  from: z.string(),
  to: z.string(),
  user_name: z.string(),
})
export type IccidEvent = z.output<typeof IccidEvent>

/** A card with what its drawer shows. */
export const IccidInfo = IccidCard.extend({
  /** Used on each day of the last 30 that the carrier told of; days without any are left out. */
  traffic: z.array(z.object({ day: z.iso.date(), mb: z.number() })),
  history: z.array(IccidEvent),
  /** Units that report the card, where they are in scope. */
  reported_by: z.array(z.object({ mac: z.string(), device_name: z.string() })),
})
export type IccidInfo = z.output<typeof IccidInfo>

/** The line of figures above the list. */
export const IccidFigures = z.object({
  total: z.number().int(),
  active: z.number().int(),
  within_30: z.number().int(),
  within_7: z.number().int(),
  over_online: z.number().int(),
  over_offline: z.number().int(),
  without_device: z.number().int(),
  traffic_high: z.number().int(),
  moved: z.number().int(),
  twice: z.number().int(),
  /** Numbers that modules report and the list does not have. */
  unlisted: z.number().int(),
  /** Cards by the days left, for each threshold of the reminders. */
  days: z.array(z.object({ days: z.number().int(), count: z.number().int() })),
  /** Whether a carrier is set up: then cards can be stopped and resumed. */
  carrier: z.boolean(),
})
export type IccidFigures = z.output<typeof IccidFigures>

/** When the end of a card is reminded of, and whom. */
export const IccidReminders = z.object({
  days: z
    .array(z.number().int().min(0).max(LIMITS.iccid_days_max))
    .max(LIMITS.iccid_thresholds_max)
    .refine((days) => new Set(days).size === days.length, { params: { rule: 'twice' } }),
  /** The manufacturer’s people who see cards. */
  manufacturer: z.boolean(),
  /** Those of the distributor that has the unit, and of those above it. */
  distributors: z.boolean(),
})
export type IccidReminders = z.output<typeof IccidReminders>
export const DEFAULT_REMINDERS: IccidReminders = { days: [60, 30, 7, 1], manufacturer: true, distributors: true }

export const exampleCard: IccidCard = {
  card_id: 31,
  iccid: '89860324421045678909',
  msisdn: '1440000000031',
  operator: 'China Telecom',
  plan: '30 MB a month',
  activation_time: '2025-12-01T00:00:00.000Z',
  expiration_time: '2026-12-01T00:00:00.000Z',
  expired_day: 10,
  status: 'active',
  traffic_used_mb: 11.4,
  traffic_total_mb: 30,
  remark: '',
  last_sync_time: null,
  marks: [],
  mac: '863412060123455',
  device_name: 'Villa Linden 4',
  product_name: 'R290 整体式热泵',
  product_english_name: 'R290 monobloc',
  online: true,
  agent_id: 7,
  agent_name: 'Hangzhou Nuanyuan',
  import_time: '2025-11-20T08:00:00.000Z',
  imported_user: 'admin',
}
