import { randomUUID } from 'node:crypto'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { WEBHOOK_LIMITS } from '@heatfleet/contract/webhooks/limits.ts'
import { WEBHOOK_NEEDS, type WebhookEvent, WebhookPayload } from '@heatfleet/contract/webhooks/payload.ts'
import type { Webhook } from '@heatfleet/contract/webhooks/webhook.ts'
import type { webhooks } from '@heatfleet/contract/webhooks/webhooks.ts'
import { z } from 'zod'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { seal } from '../../platform/seal.ts'
import { isViolation } from '../../platform/violations.ts'
import { isNarrowed, shownTarget } from '../notification-policies/public.ts'
import { isOwnedWithin } from '../roles/public.ts'
import { makeToken } from '../session/public.ts'
import { tryCall, type WebhookDeps } from './send.ts'
import { countReplayed, replayCalls } from './store-calls.ts'
import {
  deleteWebhook,
  findWebhook,
  insertWebhook,
  listWebhooks,
  queueTurn,
  replaceSecret,
  setWebhookEnabled,
  updateWebhook,
  type WebhookRow,
} from './store-webhooks.ts'

const HOUR_MS = 3_600_000
const { webhooks_max, replay_max } = WEBHOOK_LIMITS
/** Lets secret scanners find it. */
const SECRET_PREFIX = 'whsec_'

/** Webhooks: subscriptions of other programs to events. */
export const webhookHandlers = (deps: WebhookDeps) => {
  const { secret_key, clock } = deps
  const { db } = deps.database
  const now = () => new Date(clock.now())
  const read = async (caller: Caller, webhook_id: number): Promise<WebhookRow> => {
    const row = await findWebhook(db, caller, webhook_id)
    if (row === undefined) throw new Refusal('webhook_not_found')
    return row
  }
  const readOwn = async (caller: Caller, webhook_id: number): Promise<WebhookRow> => {
    const row = await read(caller, webhook_id)
    if (lockOf(caller, row) === 'not_own') throw new Refusal('webhook_read_only')
    return row
  }
  const show = async (caller: Caller, webhook_id: number) =>
    toWebhook(caller, await read(caller, webhook_id), clock.now())
  const sealed = (text: string): Buffer => seal(secret_key, Buffer.from(text))
  const newSecret = (): string => `${SECRET_PREFIX}${makeToken()}`

  return {
    webhookList: async ({ query, body }, { caller }) => {
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listWebhooks(db, caller, body, part)
      return { list: rows.map((row) => toWebhook(caller, row, clock.now())), total, ...query }
    },

    createWebhook: async ({ body: { webhook_name, events, address } }, { caller, note }) => {
      checkEvents(caller, events)
      if (address === '') throw new Refusal('webhook_address_required', { field: 'address' })
      const secret = newSecret()
      const target = shownTarget(address)
      const webhook_id = await insertWebhook(
        db,
        caller,
        {
          webhook_name,
          events,
          target,
          address_sealed: sealed(address),
          secret_sealed: sealed(secret),
          narrowed_uid: narrowedOf(caller),
        },
        { at: now(), max: webhooks_max },
      ).catch(refuseTakenName)
      if (webhook_id === null) throw new Refusal('webhooks_full', { details: { max: webhooks_max } })
      note({ object: `webhook ${webhook_id}`, detail: { after: { webhook_name, events, target } } })
      return { webhook: await show(caller, webhook_id), secret }
    },

    editWebhook: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `webhook ${id}` })
      const before = await readOwn(caller, id)
      const { webhook_name, events, address, updated_at } = body
      checkEvents(caller, events)
      const stored =
        address === ''
          ? { target: before.target, address_sealed: before.address_sealed }
          : { target: shownTarget(address), address_sealed: sealed(address) }
      const moment = { webhook_id: id, read_at: new Date(updated_at), at: now() }
      const values = { webhook_name, events, ...stored, narrowed_uid: narrowedOf(caller) }
      if (!(await updateWebhook(db, moment, values).catch(refuseTakenName))) throw new Refusal('stale_edit')
      note({ detail: changedFields(shownOf(before), { webhook_name, events, target: stored.target }) })
      return show(caller, id)
    },

    enableWebhook: async ({ params: { id }, body: { enabled } }, { caller, note }) => {
      note({ object: `webhook ${id}` })
      const before = await readOwn(caller, id)
      await setWebhookEnabled(db, id, enabled, now())
      const after = await show(caller, id)
      note({ detail: changedFields({ state: before.state }, { state: after.state }) })
      return after
    },

    deleteWebhook: async ({ params: { id }, query: { updated_at } }, { caller, note }) => {
      note({ object: `webhook ${id}` })
      const before = await readOwn(caller, id)
      if (!(await deleteWebhook(db, id, new Date(updated_at)))) throw new Refusal('stale_edit')
      note({ detail: { before: shownOf(before) } })
      return null
    },

    rotateWebhookSecret: async ({ params: { id }, body: { overlap_hours } }, { caller, note }) => {
      note({ object: `webhook ${id}`, detail: { overlap_hours } })
      await readOwn(caller, id)
      const secret = newSecret()
      const at = now()
      const old_until = overlap_hours === 0 ? null : new Date(at.getTime() + overlap_hours * HOUR_MS)
      await replaceSecret(db, id, { secret_sealed: sealed(secret), old_until, at })
      return { webhook: await show(caller, id), secret }
    },

    testWebhook: async ({ params: { id } }, { caller, note }) => {
      note({ object: `webhook ${id}` })
      const row = await readOwn(caller, id)
      const message_id = randomUUID()
      const payload: WebhookPayload = {
        id: message_id,
        sequence: '0',
        version: 1,
        event: 'test',
        happened_at: now().toISOString(),
        device: null,
        data: {},
      }
      const sent = { body: JSON.stringify(payload), message_id, event: payload.event }
      const { gone: _, ...tried } = await tryCall(deps, row, sent)
      const tested = { ok: tried.reason === null, ...tried }
      note({ detail: { ok: tested.ok, status: tested.status, reason: tested.reason } })
      return tested
    },

    replayWebhook: async ({ params: { id }, body }, { caller, note }) => {
      note({ object: `webhook ${id}`, detail: body })
      await readOwn(caller, id)
      const [from, to] = [new Date(body.from), new Date(body.to)]
      if ((await countReplayed(db, id, from, to)) > replay_max)
        throw new Refusal('webhook_replay_range', { field: 'from', details: { max: replay_max } })
      const queued = await replayCalls(db, id, { from, to, with_sent: body.with_sent, at: now() })
      if (queued > 0) await queueTurn(db)
      note({ detail: { ...body, queued } })
      return { queued }
    },

    webhookSchema: async () => z.toJSONSchema(WebhookPayload, { io: 'output', target: 'draft-2020-12' }),
  } satisfies Pick<Handlers, keyof typeof webhooks>
}

/** Why the caller cannot change what an organisation made. */
export const lockOf = (
  caller: Caller,
  { agent_id, owner_path }: { agent_id: number | null; owner_path: string | null },
): Webhook['lock'] => {
  if (!isOwnedWithin(caller, { agent_id, agent_path: owner_path })) return 'not_own'
  return caller.permissions.has('webhook:edit') ? null : 'no_right'
}

/** Nobody subscribes to what they may not look at. */
const checkEvents = (caller: Caller, events: readonly WebhookEvent[]): void => {
  const event = events.find((one) => !caller.permissions.has(WEBHOOK_NEEDS[one]))
  if (event !== undefined)
    throw new Refusal('webhook_event_right', { field: 'events', details: { right: WEBHOOK_NEEDS[event] } })
}

/** A group or own records narrow what the account sees, and so what its webhooks are told. */
const narrowedOf = (caller: Caller): number | null => (isNarrowed(caller) ? caller.uid : null)

const refuseTakenName = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('webhook_name_taken', { field: 'webhook_name' })
  throw error
}

/** What the audit log may know. */
const shownOf = ({ webhook_name, events, target }: WebhookRow) => ({ webhook_name, events, target })

const toWebhook = (
  caller: Caller,
  {
    address_sealed: _,
    secret_sealed: __,
    old_secret_sealed: ___,
    failing_since,
    old_secret_until,
    last_sent_at,
    updated_at,
    owner_path,
    creator,
    ...row
  }: WebhookRow,
  now_ms: number,
): Webhook => ({
  ...row,
  failing_since: failing_since?.toISOString() ?? null,
  old_secret_until:
    old_secret_until !== null && old_secret_until.getTime() > now_ms ? old_secret_until.toISOString() : null,
  last_sent_time: last_sent_at?.toISOString() ?? null,
  creator: creator ?? '',
  updated_at: updated_at.toISOString(),
  lock: lockOf(caller, { agent_id: row.agent_id, owner_path }),
})
