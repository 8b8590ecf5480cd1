import { z } from 'zod'
import { RowId } from '../row-id.ts'
import { textOf } from '../text.ts'
import { NOTIFICATION_LIMITS } from './limits.ts'

/** Languages that messages are written in. */
export const MESSAGE_LANGUAGES = ['en', 'zh', 'pl'] as const
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number]

/** How messages leave the product. Messages in the console and in the app need no channel. */
export const CHANNEL_KINDS = ['email', 'webhook', 'wecom', 'dingtalk', 'slack', 'sms', 'push'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** Channels that reach a person; the others are a group's or a program's. */
const PERSONAL_KINDS = ['email', 'sms', 'push'] as const satisfies readonly ChannelKind[]
export const isPersonal = (kind: ChannelKind): boolean => (PERSONAL_KINDS as readonly ChannelKind[]).includes(kind)

/** Protection of the connection to a mail server. */
export const MAIL_SECURITY = ['none', 'starttls', 'tls'] as const
export type MailSecurity = (typeof MAIL_SECURITY)[number]

const values = {
  channel_name: textOf({ min: 1, max: NOTIFICATION_LIMITS.name_max }),
  /** Language of messages that go to no single person; persons are written to in theirs. */
  language: z.enum(MESSAGE_LANGUAGES).default('en'),
  /** Distributors below may use it in their policies; they see its name only. */
  shared: z.boolean().default(false),
  /** Mail server. */
  host: z.string().trim().max(253).default(''),
  port: z.number().int().min(1).max(65_535).default(587),
  security: z.enum(MAIL_SECURITY).default('starttls'),
  user_name: z.string().trim().max(200).default(''),
  sender: z.union([z.literal(''), z.email().max(200)]).default(''),
  /** Address of everything but e-mail. It may contain a key, so it is sealed and never returned; empty = as stored. */
  address: z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(NOTIFICATION_LIMITS.address_max)]).default(''),
  /** Password of the mail server; else the key that messages are signed with. Sealed, never returned; empty = as stored. */
  secret: z.string().max(NOTIFICATION_LIMITS.secret_max).default(''),
  /** Removes the stored secret. */
  without_secret: z.boolean().default(false),
}
export const ChannelDraft = z.object({ kind: z.enum(CHANNEL_KINDS), ...values })
export type ChannelDraft = z.infer<typeof ChannelDraft>
/** The kind of a channel is fixed. */
export const ChannelChange = z.object({ ...values, updated_at: z.iso.datetime() })
export type ChannelChange = z.infer<typeof ChannelChange>

/** Why something of the list cannot be changed. */
export const OWNER_LOCKS = ['not_own', 'no_right'] as const

/** A channel in the list. */
export const Channel = z.object({
  channel_id: RowId,
  channel_name: z.string(),
  kind: z.enum(CHANNEL_KINDS),
  language: z.enum(MESSAGE_LANGUAGES),
  shared: z.boolean(),
  host: z.string(),
  port: z.number().int(),
  security: z.enum(MAIL_SECURITY),
  user_name: z.string(),
  sender: z.string(),
  /** Where messages go, without keys: the mail server, or scheme and host of the address. */
  target: z.string(),
  has_secret: z.boolean(),
  enabled: z.boolean(),
  /** The distributor that made it; null = the manufacturer. */
  agent_id: z.number().int().nullable(),
  agent_name: z.string().nullable(),
  /** Empty when the account is gone. */
  creator: z.string(),
  /** When a message last got through; null = none did yet. */
  last_sent_time: z.iso.datetime().nullable(),
  /** Why the last message failed; empty = it did not. */
  last_error: z.string(),
  updated_at: z.iso.datetime(),
  lock: z.enum(OWNER_LOCKS).nullable(),
})
export type Channel = z.infer<typeof Channel>

export const CHANNEL_SORTS = ['channel_name', 'kind', 'updated_at'] as const
export const ChannelFilter = z.object({
  channel_name: z.string().trim().max(NOTIFICATION_LIMITS.name_max).optional(),
  kind: z.enum(CHANNEL_KINDS).optional(),
  enabled: z.boolean().optional(),
  sort_by: z.enum(CHANNEL_SORTS).default('channel_name'),
  sort_order: z.enum(['asc', 'desc']).default('asc'),
})
export type ChannelFilter = z.infer<typeof ChannelFilter>

/** A channel that a policy may name. */
export const ChannelName = Channel.pick({ channel_id: true, channel_name: true, kind: true, enabled: true })

/** Outcomes of an attempt to send, as log and test show them. */
export const SEND_REASONS = [
  'refused',
  'unreachable',
  'no_answer',
  'private_address',
  'server_error',
  'rate_limited',
  'redirect',
  'sealed',
  'not_configured',
] as const
export type SendReason = (typeof SEND_REASONS)[number]

/** What the other side said to a test message. */
export const ChannelTest = z.object({
  ok: z.boolean(),
  reason: z.enum(SEND_REASONS).nullable(),
  /** Its own words, shortened. */
  answer: z.string(),
  took_ms: z.number().int(),
})
export type ChannelTest = z.infer<typeof ChannelTest>

export const exampleChannel: Channel = {
  channel_id: 3,
  channel_name: 'Service desk',
  kind: 'webhook',
  language: 'en',
  shared: false,
  host: '',
  port: 587,
  security: 'starttls',
  user_name: '',
  sender: '',
  target: 'https://desk.example.com',
  has_secret: true,
  enabled: true,
  agent_id: null,
  agent_name: null,
  creator: 'admin',
  last_sent_time: '2026-11-20T10:00:00.000Z',
  last_error: '',
  updated_at: '2026-11-18T08:00:00.000Z',
  lock: null,
}
