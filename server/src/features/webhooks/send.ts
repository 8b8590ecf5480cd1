import { WEBHOOK_LIMITS } from '@heatfleet/contract/webhooks/limits.ts'
import { WEBHOOK_NEEDS, WebhookPayload } from '@heatfleet/contract/webhooks/payload.ts'
import type { AppContext } from '../../app-context.ts'
import { type Scope, subtreeOf } from '../../platform/scope.ts'
import { type Network, postJson, readAnswer, retryPauseMs, SendFailed } from '../notification-policies/public.ts'
import { findCallerOfAccount } from '../session/public.ts'
import { signCall } from './signature.ts'
import {
  type ClaimedCall,
  claimDue,
  findNamedDevice,
  fixBody,
  hastenFutureCalls,
  listShippedMacs,
  markSuppressed,
  noteAttempt,
  type Outcome,
  readWebhook,
  release,
  type SendingWebhook,
} from './store-sending.ts'

export type WebhookDeps = Pick<AppContext, 'database' | 'clock' | 'config' | 'secret_key' | 'log'> & {
  network: Network
}

const { answer_max, macs_max, sent_at_once } = WEBHOOK_LIMITS
const HTTP_GONE = 410

/** Makes the calls that are due; gives how many were claimed. */
export const sendDue = async (deps: WebhookDeps, signal: AbortSignal): Promise<number> => {
  const now = new Date(deps.clock.now())
  await hastenFutureCalls(deps.database.db, now)
  const claimed = await claimDue(deps.database.db, now)
  const waiting = [...claimed]
  /** Webhooks that failed in this turn: their further calls would take the whole time limit each. */
  const failed = new Set<number>()
  const worker = async (): Promise<void> => {
    // What is left when the process stops is claimed again once its lease is over.
    for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift())
      if (failed.has(next.webhook_id)) await release(deps.database.db, next.delivery_id, new Date(deps.clock.now()))
      else if (!(await sendCall(deps, next))) failed.add(next.webhook_id)
  }
  await Promise.all(Array.from({ length: sent_at_once }, worker))
  return claimed.length
}

/** False = the other side did not accept it. */
const sendCall = async (deps: WebhookDeps, call: ClaimedCall): Promise<boolean> => {
  const { db } = deps.database
  const webhook = await readWebhook(db, call.webhook_id)
  if (webhook === undefined) return true
  const payload = await payloadOf(deps, webhook, call)
  if (payload === null) {
    await markSuppressed(db, call.delivery_id, 'out_of_scope')
    return true
  }
  const body = call.body ?? JSON.stringify(payload)
  if (call.body === null) await fixBody(db, call.delivery_id, body)
  const { message_id, event, attempts } = call
  const tried = await tryCall(deps, webhook, { message_id, event, body })
  const at_ms = deps.clock.now()
  // Receivers refuse by mistake, too, while they are deployed: whatever the status, it is tried again.
  const pause_ms = tried.reason === 'private_address' || tried.gone ? null : retryPauseMs(attempts + 1)
  const next_at = tried.reason === null || pause_ms === null ? null : new Date(at_ms + pause_ms)
  await noteAttempt(db, call, { ...tried, at: new Date(at_ms), next_at })
  if (tried.reason !== null)
    deps.log.warn({ webhook_id: call.webhook_id, message_id, reason: tried.reason, next_at }, 'webhook not accepted')
  return tried.reason === null
}

/** Makes one signed call now; never throws for what the other side does. */
export const tryCall = async (
  { secret_key, network, clock }: Pick<WebhookDeps, 'secret_key' | 'network' | 'clock'>,
  webhook: Parameters<typeof signCall>[1],
  sent: Parameters<typeof signCall>[2],
): Promise<Omit<Outcome, 'at' | 'next_at'>> => {
  const began_ms = performance.now()
  const took = () => Math.round(performance.now() - began_ms)
  let status: number | null = null
  try {
    const answer = await postJson(network, signCall(secret_key, webhook, sent, clock.now()))
    status = answer.status
    readAnswer('webhook', answer)
    return { reason: null, status, answer: cut(answer.text), took_ms: took(), gone: false }
  } catch (error) {
    if (!(error instanceof SendFailed)) throw error
    const { reason, message } = error
    return { reason, status, answer: cut(message), took_ms: took(), gone: status === HTTP_GONE }
  }
}

const cut = (text: string): string =>
  Array.from(text.replaceAll('\u0000', '').replaceAll(/\s+/g, ' ').trim()).slice(0, answer_max).join('')

/** What the call says, or null when the event is not in the webhook's scope any more. */
const payloadOf = async (
  deps: WebhookDeps,
  webhook: SendingWebhook,
  call: ClaimedCall,
): Promise<WebhookPayload | null> => {
  const { db } = deps.database
  const scope = await scopeOf(deps, webhook, call)
  if (scope === null) return null
  const { event, message_id, event_id, happened_at, device_id, shipment_id, detail } = call
  const common = { id: message_id, sequence: event_id, version: 1, event, happened_at: happened_at.toISOString() }
  if (device_id !== null) {
    const device = await findNamedDevice(db, scope, device_id)
    return device === undefined ? null : WebhookPayload.parse({ ...common, device, data: detail })
  }
  if (shipment_id === null) return null
  const { device_ids, ...data } = detail
  const ids = Array.isArray(device_ids) ? device_ids.filter((id) => typeof id === 'number') : []
  const macs = await listShippedMacs(db, scope, shipment_id, ids)
  if (macs.length === 0) return null
  const units = { device_count: macs.length, macs: macs.slice(0, macs_max) }
  return WebhookPayload.parse({ ...common, device: null, data: { ...data, ...units } })
}

/** The owner's subtree, or what the account that narrows it sees today; null = the account may not know of the event. */
const scopeOf = async (
  deps: WebhookDeps,
  { narrowed_uid, owner_path }: SendingWebhook,
  { event }: ClaimedCall,
): Promise<Scope | null> => {
  if (narrowed_uid === null) return subtreeOf(owner_path)
  const caller = await findCallerOfAccount(deps, narrowed_uid)
  if (caller === null || !caller.permissions.has(WEBHOOK_NEEDS[event])) return null
  return caller.scope
}
