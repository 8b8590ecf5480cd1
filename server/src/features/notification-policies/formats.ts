import { createHmac } from 'node:crypto'
import type { ChannelKind } from '@heatfleet/contract/notification-policies/channel.ts'
import type { Message } from './message.ts'
import { plainText } from './message.ts'
import type { HttpAnswer, HttpMessage } from './post.ts'
import { SendFailed } from './private-address.ts'
import type { ChannelSecrets } from './secrets.ts'

/** Kinds that are sent over HTTP. */
type HttpKind = Exclude<ChannelKind, 'email'>
/** Where a message to a person goes: a phone number, or tokens of phones. */
export type HttpRecipient = { to?: string; tokens?: readonly { platform: string; token: string }[] }

/** Largest text of a robot, in bytes of UTF-8: WeCom 2048, DingTalk 20,000. */
const ROBOT_BYTES = { wecom: 2_048, dingtalk: 18_000, slack: 12_000 } as const
/** A text message of the phone: five parts. */
const SMS_CHARS = 320

/** The request of one message; the same message has the same body and id at every attempt, the signature its own time. */
export const formatMessage = (
  kind: HttpKind,
  message: Message,
  { address, secret }: ChannelSecrets,
  recipient: HttpRecipient,
  now_ms: number,
): HttpMessage => {
  switch (kind) {
    case 'wecom':
      return robot(address, { msgtype: 'text', text: { content: cut(robotText(message), ROBOT_BYTES.wecom) } })
    case 'dingtalk':
      return robot(secret === '' ? address : signedForDingTalk(address, secret, now_ms), {
        msgtype: 'text',
        text: { content: cut(robotText(message), ROBOT_BYTES.dingtalk) },
      })
    case 'slack':
      return robot(address, { text: cut(escapeSlack(robotText(message)), ROBOT_BYTES.slack) })
    case 'webhook':
      return signed(address, secret, message, webhookBody(message), now_ms)
    case 'sms':
      return signed(
        address,
        secret,
        message,
        { ...idOf(message), to: recipient.to, text: Array.from(smsText(message)).slice(0, SMS_CHARS).join('') },
        now_ms,
      )
    case 'push':
      return signed(
        address,
        secret,
        message,
        {
          ...idOf(message),
          to: recipient.tokens,
          title: message.title,
          text: message.paragraphs[0]?.slice(1).join('\n') ?? '',
          events: message.events.map(({ event_id, event }) => ({ event_id, event })),
        },
        now_ms,
      )
    default:
      return kind satisfies never
  }
}

/** Throws {@link SendFailed} unless the answer means that the message was taken; returns what to note of it. */
export const readAnswer = (kind: HttpKind, { status, text }: HttpAnswer): string => {
  const said = `${status} ${text.replaceAll(/\s+/g, ' ').trim()}`.trim()
  if (status >= 300 && status < 400) throw new SendFailed('redirect', said, false)
  if (status === 408 || status === 429) throw new SendFailed('rate_limited', said, true)
  if (status >= 500) throw new SendFailed('server_error', said, true)
  if (status < 200 || status >= 300) throw new SendFailed('refused', said, false)
  if (kind === 'wecom' || kind === 'dingtalk') checkRobotAnswer(text, said)
  return said
}

/** Both answer 200 with an error code of their own; these two say that the robot has sent too much. */
const TOO_MANY = [45_009, 130_101] as const

const checkRobotAnswer = (text: string, said: string): void => {
  const errcode = /"errcode"\s*:\s*(-?\d+)/.exec(text)?.[1]
  if (errcode === '0') return
  const is_busy = TOO_MANY.some((code) => String(code) === errcode) || errcode === '-1'
  throw new SendFailed(is_busy ? 'rate_limited' : 'refused', said, is_busy)
}

const robot = (url: string, body: object): HttpMessage => ({ url, headers: {}, body: JSON.stringify(body) })

/** HMAC-SHA256 over `<unix seconds>.<body>`: a receiver refuses old times, so that a recorded call cannot be repeated. */
const signed = (url: string, secret: string, message: Message, body: object, now_ms: number): HttpMessage => {
  const text = JSON.stringify(body)
  const headers: Record<string, string> = { 'x-heatfleet-delivery': message.message_id }
  if (secret !== '') headers['x-heatfleet-signature'] = signatureOf(secret, text, Math.floor(now_ms / 1000))
  return { url, headers, body: text }
}

/** `t=<unix seconds>,v1=<hex>`. */
export const signatureOf = (secret: string, body: string, at_s: number): string =>
  `t=${at_s},v1=${createHmac('sha256', secret).update(`${at_s}.${body}`).digest('hex')}`

/** DingTalk signs the time alone, in the address. */
const signedForDingTalk = (address: string, secret: string, now_ms: number): string => {
  const url = new URL(address)
  url.searchParams.set('timestamp', String(now_ms))
  url.searchParams.set('sign', createHmac('sha256', secret).update(`${now_ms}\n${secret}`).digest('base64'))
  return url.toString()
}

const idOf = ({ message_id, language, is_test }: Message) => ({ id: message_id, language, test: is_test })

const webhookBody = (message: Message) => ({
  ...idOf(message),
  policy: message.policy_name,
  title: message.title,
  event_count: message.event_count,
  events: message.events.map(({ happened_at, report: _, ...facts }) => ({
    ...facts,
    happened_at: happened_at.toISOString(),
  })),
})

const robotText = (message: Message): string => {
  const [first] = message.paragraphs
  // The title of a single event is its first line already.
  return first?.[0] === message.title ? plainText(message) : `${message.title}\n\n${plainText(message)}`
}

const smsText = (message: Message): string =>
  message.event_count > 1 ? message.title : (message.paragraphs[0]?.slice(0, 2).join(' · ') ?? message.title)

const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Cuts at whole characters. */
const cut = (text: string, max_bytes: number): string => {
  const bytes = Buffer.from(text)
  if (bytes.byteLength <= max_bytes) return text
  let end = max_bytes - 3
  // Bytes of a character after its first begin with the bits 10.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1
  return `${bytes.subarray(0, end).toString('utf8')}…`
}
