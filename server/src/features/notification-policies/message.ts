import type { AlarmReason } from '@heatfleet/contract/alarms/types.ts'
import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import type { DeliveredEvent } from '@heatfleet/contract/notification-policies/delivery.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { Words } from '@heatfleet/contract/products/points.ts'
import { zoneClock } from '@heatfleet/contract/zone-clock.ts'
import { findTextIn } from '../exports/public.ts'

/** One event as messages name it. */
export type EventFacts = {
  event_id: string
  event: DeliveredEvent
  severity: Severity
  step: number
  /** The how-many-th time that it is told again; 0 = the first. */
  reminder: number
  /** Minutes after which this step of an escalation was taken; 0 = no escalation. */
  after_minutes: number
  happened_at: Date
  device: { mac: string; device_name: string; product_key: string; distributor: string } | null
  alarm: {
    alarm_id: number
    type: string
    code: string | null
    names: Words | null
    reason: AlarmReason | null
    recovered: boolean
  } | null
  order: { order_id: number; problem: string } | null
  rollout: { rollout_id: number; name: string } | null
  report: { run_id: number; name: string } | null
}

/** A message to one recipient, in words. */
export type Message = {
  message_id: string
  language: MessageLanguage
  title: string
  /** One paragraph for each event that is named. */
  paragraphs: string[][]
  footer: string
  link: string | null
  policy_name: string
  /** How many events it is about, and the first of them. */
  event_count: number
  events: readonly EventFacts[]
  is_test: boolean
  /** Files of an e-mail. */
  attachments: readonly { file_name: string; content: Buffer }[]
}

type Context = {
  message_id: string
  language: MessageLanguage
  policy_name: string
  time_zone: string
  /** Address of the console; undefined = messages have no links. */
  public_url: string | undefined
}

const CATALOGUE = 'notification-policies'
const { named_in_message } = NOTIFICATION_LIMITS

/** Texts of one language, with the values of their placeholders. */
const textsOf = (language: MessageLanguage) => {
  const find = findTextIn(language)
  const text = (path: string, values: Record<string, string | number> = {}, catalogue = CATALOGUE): string => {
    const found = find(catalogue, path)
    return typeof found !== 'string' ? path : found.replaceAll(/\{\{(\w+)\}\}/g, (_, key) => String(values[key] ?? ''))
  }
  return text
}
type Text = ReturnType<typeof textsOf>

const subjectIn = (
  text: Text,
  language: MessageLanguage,
  { alarm, order, rollout, report }: Pick<EventFacts, 'alarm' | 'order' | 'rollout' | 'report'>,
): string => {
  if (order !== null) return order.problem.slice(0, 120)
  if (rollout !== null) return rollout.name
  if (report !== null) return report.name
  if (alarm === null) return ''
  const name = alarm.names?.[language] || (alarm.code === null ? text(`types.${alarm.type}`, {}, 'alarms') : '')
  const reason = alarm.reason === null ? '' : text(`reasons.${alarm.reason}`, {}, 'alarms')
  return [alarm.code, name, reason].filter(Boolean).join(' · ')
}

/** Writes a message about one or several events, of which it may know only the first. */
export const writeMessage = (
  context: Context,
  events: readonly EventFacts[],
  event_count: number = events.length,
): Message => {
  const { language, policy_name } = context
  const text = textsOf(language)
  const [first] = events
  const title =
    first !== undefined && event_count === 1
      ? titleOf(text, language, first)
      : text('message.many', { number: event_count, policy: policy_name })
  const paragraphs = events.slice(0, named_in_message).map((facts) => linesOf(text, context, facts))
  if (event_count > named_in_message)
    paragraphs.push([text('message.more', { number: event_count - named_in_message })])
  return {
    message_id: context.message_id,
    language,
    title,
    paragraphs,
    footer: text(first?.report ? 'message.report_footer' : 'message.footer', { policy: policy_name }),
    link: linkOf(context.public_url, events),
    policy_name,
    event_count,
    events,
    is_test: false,
    attachments: [],
  }
}

/** The message of the test button. */
export const writeTest = (
  context: Pick<Context, 'message_id' | 'language' | 'public_url'>,
  channel_name: string,
): Message => {
  const text = textsOf(context.language)
  return {
    ...context,
    title: text('message.test_title'),
    paragraphs: [[text('message.test_text', { name: channel_name })]],
    footer: '',
    link: context.public_url ?? null,
    policy_name: '',
    event_count: 0,
    events: [],
    is_test: true,
    attachments: [],
  }
}

/** What a mail to one person says that no event is behind: a link of its own instead of one into the console. */
export const writeNotice = (
  language: MessageLanguage,
  { message_id, title, text, link }: { message_id: string; title: string; text: string; link: string },
): Message => ({
  message_id,
  language,
  title,
  paragraphs: [[text]],
  footer: '',
  link,
  policy_name: '',
  events: [],
  event_count: 0,
  is_test: false,
  attachments: [],
})

/** The label of the link, in the language of the message. */
export const linkLabel = (language: MessageLanguage): string => textsOf(language)('message.open')

/** The message as plain text. */
export const plainText = ({ paragraphs, footer, link }: Message): string =>
  [...paragraphs.map((lines) => lines.join('\n')), ...[link, footer].filter(Boolean)].join('\n\n')

const titleOf = (text: Text, language: MessageLanguage, facts: EventFacts): string => {
  const severity = text(`severities.${facts.severity}`, {}, 'alarms')
  const title = text(`message.${facts.event}`, { severity, subject: subjectIn(text, language, facts) })
  if (facts.reminder > 0) return text('message.reminder', { title })
  return facts.step === 0 ? title : text('message.escalated', { minutes: facts.after_minutes, title })
}

const linesOf = (text: Text, { language, time_zone }: Context, facts: EventFacts): string[] => {
  const { device, alarm, happened_at } = facts
  const lines = [titleOf(text, language, facts)]
  if (device !== null) lines.push(text('message.device', { name: device.device_name || device.mac, mac: device.mac }))
  if (device !== null && device.distributor !== '')
    lines.push(text('message.distributor', { name: device.distributor }))
  const shown = new Date(zoneClock(time_zone).shown(happened_at.getTime())).toISOString()
  lines.push(text('message.time', { time: shown.slice(0, 16).replace('T', ' '), zone: time_zone }))
  if (facts.event === 'alarm_raised' && alarm?.recovered === true) lines.push(text('message.recovered_meanwhile'))
  return lines
}

const linkOf = (public_url: string | undefined, events: readonly EventFacts[]): string | null => {
  if (public_url === undefined) return null
  const base = public_url.replace(/\/$/, '')
  const [first] = events
  if (first === undefined || events.length > 1) return `${base}/#/issue/issue-list`
  if (first.order !== null) return `${base}/#/service/order-detail/${first.order.order_id}`
  if (first.rollout !== null) return `${base}/#/device/rollout-detail/${first.rollout.rollout_id}`
  if (first.report !== null) return `${base}/#/device/device-analysis?tab=reports`
  if (first.device === null) return base
  return `${base}/#/device/device-detail/${first.device.mac}`
}
