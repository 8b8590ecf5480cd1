import {
  isPersonal,
  MESSAGE_LANGUAGES,
  type MessageLanguage,
} from '@heatfleet/contract/notification-policies/channel.ts'
import type { DeliveryReason } from '@heatfleet/contract/notification-policies/delivery.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import {
  isEnabledFor,
  NOTIFICATION_WAYS,
  type NotificationWay,
  type Preferences,
  preferencesOf,
} from '@heatfleet/contract/preferences.ts'
import { dueOf, preferenceKindOf } from './rules.ts'
import type { EnabledPolicy, NewDelivery, NewEvent } from './store-events.ts'
import type { AccountRecipient, listAppUsers } from './store-recipients.ts'

/** People that one event reaches by one policy. */
export type Reached = {
  accounts: readonly AccountRecipient[]
  app_users: Awaited<ReturnType<typeof listAppUsers>>
}
type Channel = EnabledPolicy['channels'][number]
type DeliveryContext = { policy: EnabledPolicy; event: NewEvent; step: number; now_ms: number }
type QuietHours = Parameters<typeof dueOf>[1]['quiet']

const { gather_ms } = NOTIFICATION_LIMITS

/** The messages of one event to people: in the console or the app, and by each personal channel of the policy. */
export const deliveriesTo = (context: DeliveryContext, { accounts, app_users }: Reached): NewDelivery[] => [
  ...accounts.flatMap((account) => toAccount(context, account)),
  ...app_users.flatMap((user) => toAppUser(context, user)),
]

/** The message to the channel's own target; personal channels have none. */
export const deliveryToChannel = (context: DeliveryContext, channel: Channel): NewDelivery[] => {
  if (isPersonal(channel.kind)) return []
  const to = { recipient_key: 'channel', recipient: '', recipient_address: channel.target, language: channel.language }
  return [queued(context, channel, { ...to, uid: null, app_user_id: null }, [], null)]
}

/** By the stored object, which is the same for all events of a turn. */
const parsed = new WeakMap<object, Preferences>()
const cachedPreferencesOf = (stored: AccountRecipient['preferences']): Preferences => {
  const preferences = parsed.get(stored) ?? preferencesOf(stored)
  parsed.set(stored, preferences)
  return preferences
}

const toAccount = (context: DeliveryContext, account: AccountRecipient): NewDelivery[] => {
  const { policy, event } = context
  const preferences = cachedPreferencesOf(account.preferences)
  const preference = preferences.notifications[preferenceKindOf(event.event, event.alarm_type)]
  const wanted = (way: NotificationWay): DeliveryReason | null =>
    isEnabledFor(preference, event.severity, way) ? null : 'preference'
  const quiet = [{ hours: preferences.quiet_hours, time_zone: account.time_zone || policy.time_zone }]
  const person = (language: MessageLanguage, recipient_address: string) => ({
    recipient_key: `account ${account.uid}`,
    uid: account.uid,
    app_user_id: null,
    recipient: account.name,
    recipient_address,
    language: account.language === '' ? language : account.language,
  })
  return [
    ...(policy.in_app ? [immediate(context, person('en', ''), wanted('in_app'))] : []),
    ...policy.channels.flatMap((channel) => {
      const way = NOTIFICATION_WAYS.find((one) => one === channel.kind)
      if (way === undefined) return []
      const address = way === 'email' ? account.email : account.phone
      const reason = wanted(way) ?? (address === '' ? 'no_address' : null)
      return [queued(context, channel, person(channel.language, address), quiet, reason)]
    }),
  ]
}

const toAppUser = (context: DeliveryContext, user: Reached['app_users'][number]): NewDelivery[] => {
  const { policy } = context
  const own = MESSAGE_LANGUAGES.find((language) => language === user.language)
  const person = (language: MessageLanguage, recipient_address: string) => ({
    recipient_key: `app-user ${user.app_user_id}`,
    uid: null,
    app_user_id: user.app_user_id,
    recipient: user.name,
    recipient_address,
    language: own ?? language,
  })
  return [
    ...(policy.in_app ? [immediate(context, person('en', ''), null)] : []),
    ...policy.channels.flatMap((channel) => {
      if (!isPersonal(channel.kind)) return []
      const address = channel.kind === 'email' ? user.email : channel.kind === 'sms' ? user.phone : 'app'
      return [queued(context, channel, person(channel.language, address), [], address === '' ? 'no_address' : null)]
    }),
  ]
}

type Person = Pick<
  NewDelivery,
  'recipient_key' | 'uid' | 'app_user_id' | 'recipient' | 'recipient_address' | 'language'
>

const common = ({ policy, event, step }: DeliveryContext) => ({
  event_id: event.event_id,
  policy_id: policy.policy_id,
  step,
  agent_id: policy.agent_id,
  policy_name: policy.policy_name,
})

/** In the console and in the app a message is there as soon as it is written. */
const immediate = (context: DeliveryContext, person: Person, reason: DeliveryReason | null): NewDelivery => {
  const why = context.event.muted ? 'muted' : reason
  return {
    ...common(context),
    ...person,
    channel_id: null,
    channel_kind: 'in_app',
    channel_name: '',
    state: why === null ? 'sent' : 'suppressed',
    reason: why,
    gathered: false,
    due_at: null,
    sent_at: why === null ? new Date(context.now_ms) : null,
  }
}

const queued = (
  context: DeliveryContext,
  { channel_id, channel_name, kind }: Channel,
  person: Person,
  quiet: QuietHours,
  reason: DeliveryReason | null,
): NewDelivery => {
  const { policy, event, step, now_ms } = context
  const why = event.muted ? 'muted' : reason
  const all_quiet = [{ hours: policy.quiet_hours, time_zone: policy.time_zone }, ...quiet]
  const digest_minutes = step === 0 ? policy.digest_minutes : 0
  const { due_ms, gathered } = dueOf(event.severity, { quiet: all_quiet, digest_minutes, gather_ms }, now_ms)
  return {
    ...common(context),
    ...person,
    channel_id,
    channel_kind: kind,
    channel_name,
    state: why === null ? 'queued' : 'suppressed',
    reason: why,
    gathered,
    due_at: why === null ? new Date(due_ms) : null,
    sent_at: null,
  }
}
