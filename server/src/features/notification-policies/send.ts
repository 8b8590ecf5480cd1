import type { SendReason } from '@heatfleet/contract/notification-policies/channel.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import type { AppContext } from '../../app-context.ts'
import { unseal } from '../../platform/seal.ts'
import type { ChannelSettings } from '../../platform/tables-notifications.ts'
import { formatMessage, type HttpRecipient, readAnswer } from './formats.ts'
import { sendMail } from './mail.ts'
import { type EventFacts, type Message, writeMessage } from './message.ts'
import { postJson } from './post.ts'
import { type Network, SendFailed } from './private-address.ts'
import { retryPauseMs } from './rules.ts'
import { unsealSecrets } from './secrets.ts'
import { splitByScope } from './split-by-scope.ts'
import { noteChannelOutcome } from './store-channels.ts'
import { readFacts } from './store-facts.ts'
import { listSealedTokens } from './store-recipients.ts'
import { listReportFiles } from './store-report-mails.ts'
import {
  type ClaimedMessage,
  claimDue,
  hastenFutureDeliveries,
  type MessageRow,
  markFailed,
  markSent,
  markSuppressed,
  readMessage,
} from './store-sending.ts'

export type SendDeps = Pick<AppContext, 'database' | 'clock' | 'config' | 'secret_key' | 'log'> & { network: Network }

const { answer_max, listed_in_body, sent_at_once } = NOTIFICATION_LIMITS
/** A channel that hangs is left alone: every message to it would take the whole time limit. */
const PAUSING: readonly SendReason[] = ['no_answer', 'unreachable', 'rate_limited']

/** Sends what is due; gives how many messages were tried. */
export const sendDue = async (deps: SendDeps, signal: AbortSignal): Promise<number> => {
  const now = new Date(deps.clock.now())
  await hastenFutureDeliveries(deps.database.db, now)
  const claimed = await claimDue(deps.database.db, now)
  const waiting = [...claimed]
  const worker = async (): Promise<void> => {
    // What is left when the process stops is claimed again once its lease is over.
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift())
      await sendMessage(deps, next)
  }
  await Promise.all(Array.from({ length: sent_at_once }, worker))
  return claimed.length
}

const sendMessage = async (deps: SendDeps, claimed: ClaimedMessage): Promise<void> => {
  const { db } = deps.database
  const [first] = claimed.rows
  const row = first === undefined ? undefined : await readMessage(db, first.delivery_id)
  if (row === undefined || row.channel_id === null) return
  const ids = claimed.rows.map(({ delivery_id }) => delivery_id)
  if (!row.enabled) return markSuppressed(db, ids, 'channel_off')
  const { within, outside } = await splitByScope(deps, row, claimed.rows)
  await markSuppressed(
    db,
    outside.map(({ delivery_id }) => delivery_id),
    'out_of_scope',
  )
  if (within.length === 0) return
  const sent_ids = within.map(({ delivery_id }) => delivery_id)
  const { channel_id } = row
  try {
    const message = await messageOf(deps, row, { ...claimed, rows: within })
    const answer = cut(await deliver(deps, row, message))
    const at = new Date(deps.clock.now())
    await markSent(db, sent_ids, answer, at)
    await noteChannelOutcome(db, channel_id, { error: '', at, paused_until: null })
  } catch (error) {
    if (!(error instanceof SendFailed)) throw error
    const { reason, retry } = error
    const now_ms = deps.clock.now()
    const pause_ms = retry ? retryPauseMs(claimed.attempts) : null
    const next_at = pause_ms === null ? null : new Date(now_ms + pause_ms)
    await markFailed(db, sent_ids, { reason, answer: cut(error.message), retry, next_at })
    const paused_until = PAUSING.includes(reason) ? new Date(now_ms + (retryPauseMs(1) ?? 0)) : null
    await noteChannelOutcome(db, channel_id, {
      error: cut(`${reason}: ${error.message}`),
      at: new Date(now_ms),
      paused_until,
    })
    deps.log.warn({ channel_id, message_id: claimed.message_id, reason, next_at }, 'notification not sent')
  }
}

const cut = (text: string): string => Array.from(text.replaceAll('\u0000', '')).slice(0, answer_max).join('')

const messageOf = async (
  { database: { db }, config }: SendDeps,
  { language, policy_name, time_zone, escalation }: MessageRow,
  { message_id, rows }: ClaimedMessage,
): Promise<Message> => {
  const listed = rows.slice(0, listed_in_body)
  const facts = await readFacts(
    db,
    listed.map(({ event_id }) => event_id),
  )
  const events = listed.flatMap(({ event_id, step }): EventFacts[] => {
    const of_event = facts.get(event_id)
    return of_event === undefined
      ? []
      : [{ ...of_event, step, after_minutes: escalation[step - 1]?.after_minutes ?? 0 }]
  })
  const context = { message_id, language, policy_name, time_zone, public_url: config.HEATFLEET_PUBLIC_URL }
  const run_ids = events.flatMap(({ report }) => report?.run_id ?? [])
  const event_count = events.length + rows.length - listed.length
  return { ...writeMessage(context, events, event_count), attachments: await listReportFiles(db, run_ids) }
}

/** What a message needs of its channel. */
type Way = {
  kind: MessageRow['kind']
  settings: ChannelSettings
  secrets_sealed: Buffer
  recipient_address: string
  app_user_id: number | null
}

/** Hands one message to the other side; returns its answer or throws {@link SendFailed}. */
export const deliver = async (
  deps: Pick<SendDeps, 'database' | 'clock' | 'secret_key' | 'network'>,
  { kind, settings, secrets_sealed, recipient_address, app_user_id }: Way,
  message: Message,
): Promise<string> => {
  const { secret_key, network, clock } = deps
  const secrets = unsealSecrets(secret_key, secrets_sealed)
  if (secrets === null) throw new SendFailed('sealed', 'sealed with another key', true)
  if (kind === 'email') return sendMail(network, settings, secrets.secret, recipient_address, message)
  if (secrets.address === '') throw new SendFailed('not_configured', 'the channel has no address', false)
  const recipient: HttpRecipient =
    kind === 'push' && app_user_id !== null
      ? { tokens: await readTokens(deps, app_user_id) }
      : { to: recipient_address }
  const answer = await postJson(network, formatMessage(kind, message, secrets, recipient, clock.now()))
  return readAnswer(kind, answer)
}

const readTokens = async (
  { database: { db }, secret_key }: Pick<SendDeps, 'database' | 'secret_key'>,
  app_user_id: number,
) => {
  const tokens = (await listSealedTokens(db, app_user_id)).flatMap(({ platform, token_sealed }) => {
    const token = unseal(secret_key, token_sealed)
    return token === null ? [] : [{ platform, token: token.toString() }]
  })
  if (tokens.length === 0) throw new SendFailed('not_configured', 'no phone is registered', false)
  return tokens
}
