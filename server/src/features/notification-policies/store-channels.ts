import type { ChannelFilter } from '@heatfleet/contract/notification-policies/channel.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { type ListPart, listPage } from '../../platform/list-page.ts'
import type { Tables } from '../../platform/tables.ts'
import type { ChannelSettings } from '../../platform/tables-notifications.ts'
import { isAsRead, namedLike, ownedWithin } from './store-owner.ts'

type Db = Kysely<Tables>

const channelRows = (db: Db, caller: Caller) =>
  db
    .selectFrom('notification_channels')
    .leftJoin('distributors', 'distributors.agent_id', 'notification_channels.agent_id')
    .leftJoin('accounts as creators', 'creators.uid', 'notification_channels.created_by')
    .where(ownedWithin(caller, 'notification_channels'))

const COLUMNS = [
  'notification_channels.channel_id',
  'notification_channels.channel_name',
  'notification_channels.kind',
  'notification_channels.language',
  'notification_channels.shared',
  'notification_channels.settings',
  'notification_channels.target',
  'notification_channels.secrets_sealed',
  'notification_channels.has_secret',
  'notification_channels.enabled',
  'notification_channels.agent_id',
  'notification_channels.last_sent_at',
  'notification_channels.last_error',
  'notification_channels.updated_at',
  'distributors.agent_name',
  'distributors.agent_path as owner_path',
  'creators.user_name as creator',
] as const

const SORTED_BY = {
  channel_name: sql`lower(notification_channels.channel_name)`,
  kind: sql`notification_channels.kind`,
  updated_at: sql`notification_channels.updated_at`,
} as const satisfies Record<ChannelFilter['sort_by'], unknown>

/** A part of the channels visible to the caller that match. */
export const listChannels = <Part extends ListPart>(
  db: Db,
  caller: Caller,
  { channel_name, kind, enabled, sort_by, sort_order }: ChannelFilter,
  part: Part,
) => {
  const conditions = [
    namedLike('notification_channels.channel_name', channel_name),
    kind === undefined ? null : sql<SqlBool>`notification_channels.kind = ${kind}`,
    enabled === undefined ? null : sql<SqlBool>`notification_channels.enabled = ${enabled}`,
  ].filter((condition) => condition !== null)
  const matching = channelRows(db, caller).where((where) => where.and(conditions))
  return listPage(
    {
      matching,
      rows: matching.select(COLUMNS),
      order: (rows) => rows.orderBy(SORTED_BY[sort_by], sort_order).orderBy('notification_channels.channel_id'),
      key: 'notification_channels.channel_id',
    },
    part,
  )
}

/** A visible channel, or undefined. */
export const findChannel = (db: Db, caller: Caller, channel_id: number) =>
  channelRows(db, caller).select(COLUMNS).where('notification_channels.channel_id', '=', channel_id).executeTakeFirst()
export type ChannelRow = NonNullable<Awaited<ReturnType<typeof findChannel>>>

/** Channels that policies of an organisation may name: its own, and those that one above it shares. */
export const listUsableChannels = (db: Db, { agent_id, agent_path }: Pick<Caller, 'agent_id' | 'agent_path'>) =>
  db
    .selectFrom('notification_channels')
    .leftJoin('distributors', 'distributors.agent_id', 'notification_channels.agent_id')
    .where(
      sql<SqlBool>`(notification_channels.agent_id is not distinct from ${agent_id}
        or (notification_channels.shared and starts_with(${agent_path}, coalesce(distributors.agent_path, '/'))))`,
    )
    .select(['channel_id', 'channel_name', 'kind', 'enabled'])
    .orderBy(sql`lower(channel_name)`)
    .execute()

/** Which kinds of channels may reach accounts of an organisation: enabled ones of its own and of those above. */
export const listReachingKinds = async (db: Db, { agent_path }: Pick<Caller, 'agent_path'>) =>
  (
    await db
      .selectFrom('notification_channels')
      .leftJoin('distributors', 'distributors.agent_id', 'notification_channels.agent_id')
      .where('notification_channels.enabled', '=', true)
      .where(sql<SqlBool>`starts_with(${agent_path}, coalesce(distributors.agent_path, '/'))`)
      .select('notification_channels.kind')
      .distinct()
      .execute()
  ).map(({ kind }) => kind)

/** Stored values of a channel. */
export type ChannelValues = {
  channel_name: string
  language: Tables['notification_channels']['language']['__select__']
  shared: boolean
  settings: ChannelSettings
  target: string
  secrets_sealed: Buffer
  has_secret: boolean
}

const stored = ({ settings, ...values }: ChannelValues) => ({ ...values, settings: JSON.stringify(settings) })

/** Creates a channel of the caller's organisation; null when this has `max` already. A taken name violates uniqueness. */
export const insertChannel = async (
  db: Db,
  { uid, agent_id }: Pick<Caller, 'uid' | 'agent_id'>,
  { kind, ...values }: ChannelValues & { kind: Tables['notification_channels']['kind'] },
  { at, max }: { at: Date; max: number },
): Promise<number | null> => {
  const { n } = await db
    .selectFrom('notification_channels')
    .select(sql<number>`count(*)::int`.as('n'))
    .where(sql<SqlBool>`agent_id is not distinct from ${agent_id}`)
    .executeTakeFirstOrThrow()
  if (n >= max) return null
  const { channel_id } = await db
    .insertInto('notification_channels')
    .values({ ...stored(values), kind, created_by: uid, agent_id, created_at: at, updated_at: at })
    .returning('channel_id')
    .executeTakeFirstOrThrow()
  return channel_id
}

/** Changes a channel that was read at `read_at`, which may work again from now; false when it was changed since. */
export const updateChannel = async (
  db: Db,
  { channel_id, read_at, at }: { channel_id: number; read_at: Date; at: Date },
  values: ChannelValues,
): Promise<boolean> => {
  const done = await db
    .updateTable('notification_channels')
    .set({ ...stored(values), updated_at: at, paused_until: null, last_error: '' })
    .where('channel_id', '=', channel_id)
    .where(isAsRead(read_at))
    .executeTakeFirst()
  return done.numUpdatedRows > 0n
}

export const setChannelEnabled = async (db: Db, channel_id: number, enabled: boolean, at: Date): Promise<void> => {
  await db
    .updateTable('notification_channels')
    .set({ enabled, updated_at: at, paused_until: null })
    .where('channel_id', '=', channel_id)
    .execute()
}

/** Notes what a test or a message met. */
export const noteChannelOutcome = async (
  db: Db,
  channel_id: number,
  outcome: { error: string; at: Date; paused_until: Date | null },
): Promise<void> => {
  const { error, at, paused_until } = outcome
  await db
    .updateTable('notification_channels')
    .set({ last_error: error, paused_until, ...(error === '' ? { last_sent_at: at } : {}) })
    .where('channel_id', '=', channel_id)
    .execute()
}

/** Removes a channel that was read at `read_at`, in a transaction; its waiting messages are suppressed. False when it was changed since. */
export const deleteChannel = async (trx: Db, { channel_id, read_at }: { channel_id: number; read_at: Date }) => {
  await trx
    .updateTable('notification_deliveries')
    .set({ state: 'suppressed', reason: 'channel_off', due_at: null })
    .where('channel_id', '=', channel_id)
    .where('state', '=', 'queued')
    .where(
      sql<SqlBool>`exists (select from notification_channels where channel_id = ${channel_id} and ${isAsRead(read_at)})`,
    )
    .execute()
  const done = await trx
    .deleteFrom('notification_channels')
    .where('channel_id', '=', channel_id)
    .where(isAsRead(read_at))
    .executeTakeFirst()
  return done.numDeletedRows > 0n
}
