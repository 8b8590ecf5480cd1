import { randomUUID } from 'node:crypto'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type {
  Channel,
  ChannelChange,
  ChannelKind,
  ChannelTest,
} from '@heatfleet/contract/notification-policies/channel.ts'
import { NOTIFICATION_LIMITS } from '@heatfleet/contract/notification-policies/limits.ts'
import type {
  notificationChannels,
  notificationWays,
} from '@heatfleet/contract/notification-policies/notification-policies.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import { changedFields } from '../../platform/changed-fields.ts'
import { isViolation } from '../../platform/violations.ts'
import { refuseReferenced } from '../references/public.ts'
import { isOwnedWithin } from '../roles/public.ts'
import { readProfile } from '../session/public.ts'
import { writeTest } from './message.ts'
import { SendFailed } from './private-address.ts'
import { type ChannelSecrets, sealSecrets, shownTarget, unsealSecrets } from './secrets.ts'
import { deliver, type SendDeps } from './send.ts'
import {
  type ChannelRow,
  type ChannelValues,
  deleteChannel,
  findChannel,
  insertChannel,
  listChannels,
  listReachingKinds,
  noteChannelOutcome,
  setChannelEnabled,
  updateChannel,
} from './store-channels.ts'

type Values = Omit<ChannelChange, 'updated_at'>

/** Why the caller cannot change what an organisation made. */
export const lockOf = (
  caller: Caller,
  { agent_id, owner_path }: { agent_id: number | null; owner_path: string | null },
): Channel['lock'] => {
  if (!isOwnedWithin(caller, { agent_id, agent_path: owner_path })) return 'not_own'
  return caller.permissions.has('notification:edit') ? null : 'no_right'
}

/** Channels of notifications. */
export const channelHandlers = (deps: SendDeps) => {
  const { db } = deps.database
  const now = () => new Date(deps.clock.now())
  const read = async (caller: Caller, channel_id: number): Promise<ChannelRow> => {
    const row = await findChannel(db, caller, channel_id)
    if (row === undefined) throw new Refusal('channel_not_found')
    return row
  }
  const readOwn = async (caller: Caller, channel_id: number): Promise<ChannelRow> => {
    const row = await read(caller, channel_id)
    if (lockOf(caller, row) === 'not_own') throw new Refusal('channel_read_only')
    return row
  }
  const show = async (caller: Caller, channel_id: number) => toChannel(caller, await read(caller, channel_id))

  return {
    channelList: async ({ query, body }, { caller }) => {
      const part = { offset: (query.pageNo - 1) * query.size, limit: query.size }
      const { rows, total } = await listChannels(db, caller, body, part)
      return { list: rows.map((row) => toChannel(caller, row)), total, ...query }
    },

    createChannel: async ({ body: { kind, ...values } }, { caller, note }) => {
      const stored = toStored(deps.secret_key, kind, values, { address: '', secret: '' })
      const limits = { at: now(), max: NOTIFICATION_LIMITS.channels_max }
      const channel_id = await insertChannel(db, caller, { kind, ...stored }, limits).catch(refuseTakenName)
      if (channel_id === null) throw new Refusal('channels_full', { details: { max: limits.max } })
      note({ object: `notification-channel ${channel_id}`, detail: { after: { kind, ...shownOf(stored) } } })
      return show(caller, channel_id)
    },

    editChannel: async ({ params: { id }, body: { updated_at, ...values } }, { caller, note }) => {
      note({ object: `notification-channel ${id}` })
      const before = await readOwn(caller, id)
      const kept = unsealSecrets(deps.secret_key, before.secrets_sealed) ?? { address: '', secret: '' }
      const stored = toStored(deps.secret_key, before.kind, values, kept)
      const moment = { channel_id: id, read_at: new Date(updated_at), at: now() }
      if (!(await updateChannel(db, moment, stored).catch(refuseTakenName))) throw new Refusal('stale_edit')
      note({ detail: changedFields(shownOf(before), shownOf(stored)) })
      return show(caller, id)
    },

    enableChannel: async ({ params: { id }, body: { enabled } }, { caller, note }) => {
      note({ object: `notification-channel ${id}` })
      const before = await readOwn(caller, id)
      await setChannelEnabled(db, id, enabled, now())
      note({ detail: changedFields({ enabled: before.enabled }, { enabled }) })
      return show(caller, id)
    },

    deleteChannel: async ({ params: { id }, query: { updated_at } }, { caller, note }) => {
      note({ object: `notification-channel ${id}` })
      const before = await readOwn(caller, id)
      const moment = { channel_id: id, read_at: new Date(updated_at) }
      await db.transaction().execute(async (trx) => {
        await refuseReferenced(trx, caller, { of: 'channel', id }, now())
        if (!(await deleteChannel(trx, moment))) throw new Refusal('stale_edit')
      })
      note({ detail: { before: shownOf(before) } })
      return null
    },

    testChannel: async ({ params: { id }, body: { to } }, { caller, note }) => {
      note({ object: `notification-channel ${id}` })
      const row = await readOwn(caller, id)
      const recipient_address = to || (await ownAddress(deps, caller, row.kind))
      if (recipient_address === '' && (row.kind === 'email' || row.kind === 'sms'))
        throw new Refusal('channel_test_address', { field: 'to' })
      const tested = await test(deps, row, recipient_address)
      const error = tested.ok ? '' : `${tested.reason}: ${tested.answer}`
      await noteChannelOutcome(db, id, { error, at: now(), paused_until: null })
      note({ detail: { ok: tested.ok, reason: tested.reason } })
      return tested
    },
    notificationWays: async (_, { caller }) => {
      const kinds = await listReachingKinds(db, caller)
      return { email: kinds.includes('email'), sms: kinds.includes('sms') }
    },
  } satisfies Pick<Handlers, keyof typeof notificationChannels | keyof typeof notificationWays>
}

const refuseTakenName = (error: unknown): never => {
  if (isViolation(error, 'unique')) throw new Refusal('channel_name_taken', { field: 'channel_name' })
  throw error
}

/** Sends the test message at once. */
const test = async (deps: SendDeps, row: ChannelRow, recipient_address: string): Promise<ChannelTest> => {
  const { kind, settings, secrets_sealed, language, channel_name } = row
  const context = { message_id: randomUUID(), language, public_url: deps.config.HEATFLEET_PUBLIC_URL }
  const began_ms = performance.now()
  const took = () => Math.round(performance.now() - began_ms)
  try {
    const way = { kind, settings, secrets_sealed, recipient_address, app_user_id: null }
    const answer = await deliver(deps, way, writeTest(context, channel_name))
    return { ok: true, reason: null, answer: answer.slice(0, NOTIFICATION_LIMITS.answer_max), took_ms: took() }
  } catch (error) {
    if (!(error instanceof SendFailed)) throw error
    const answer = error.message.slice(0, NOTIFICATION_LIMITS.answer_max)
    return { ok: false, reason: error.reason, answer, took_ms: took() }
  }
}

const ownAddress = async ({ database }: SendDeps, caller: Caller, kind: ChannelKind): Promise<string> => {
  if (kind !== 'email' && kind !== 'sms') return ''
  const { email, phone } = await readProfile(database.db, caller.uid)
  return (kind === 'email' ? email : phone) ?? ''
}

/** Values as they are stored. An empty address or secret keeps the stored one; rules that depend on the kind are checked here. */
const toStored = (key: Buffer, kind: ChannelKind, values: Values, kept: ChannelSecrets): ChannelValues => {
  const { channel_name, language, shared, host, port, security, user_name, sender } = values
  const secrets = {
    address: kind === 'email' ? '' : values.address || kept.address,
    secret: values.without_secret ? '' : values.secret || kept.secret,
  }
  if (kind === 'email') {
    if (host === '') throw new Refusal('channel_host_required', { field: 'host' })
    if (sender === '') throw new Refusal('channel_sender_required', { field: 'sender' })
  } else if (secrets.address === '') throw new Refusal('channel_address_required', { field: 'address' })
  return {
    channel_name,
    language,
    shared,
    settings: { host, port, security, user_name, sender },
    target: kind === 'email' ? `${host}:${port}` : shownTarget(secrets.address),
    secrets_sealed: sealSecrets(key, secrets),
    has_secret: secrets.secret !== '',
  }
}

/** What the audit log may know. */
const shownOf = ({ channel_name, language, shared, settings, target, has_secret }: ChannelValues) => ({
  channel_name,
  language,
  shared,
  ...settings,
  target,
  has_secret,
})

const toChannel = (
  caller: Caller,
  { settings, secrets_sealed: _, last_sent_at, updated_at, owner_path, creator, ...row }: ChannelRow,
): Channel => ({
  ...row,
  ...settings,
  creator: creator ?? '',
  last_sent_time: last_sent_at?.toISOString() ?? null,
  updated_at: updated_at.toISOString(),
  lock: lockOf(caller, { agent_id: row.agent_id, owner_path }),
})
