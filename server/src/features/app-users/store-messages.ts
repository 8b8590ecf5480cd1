import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type Kysely, type SqlBool, sql } from 'kysely'
import { agentsWithin, appUsersWithin, type Scope } from '../../platform/scope.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>
type Page = { offset: number; limit: number }
const AS_READ = ['message_id', 'title', 'text', 'sent_at', 'read_at'] as const

/** A message to an app user with its author and owner organisation. */
type Message = {
  app_user_id: number
  title: string
  text: string
  sent_at: Date
  /** Null = a notification policy. */
  by_uid: number | null
  agent_id: number | null
}

/** Stores a message; deletes the oldest beyond the limit per user. */
export const insertMessage = (db: Db, message: Message): Promise<number> =>
  db.transaction().execute((tx) => insertMessageIn(tx, message))

/** The same within the caller's transaction. */
export const insertMessageIn = async (tx: Db, message: Message): Promise<number> => {
  const { message_id } = await tx
    .insertInto('app_user_messages')
    .values(message)
    .returning('message_id')
    .executeTakeFirstOrThrow()
  const too_old = tx
    .selectFrom('app_user_messages')
    .select('message_id')
    .where('app_user_id', '=', message.app_user_id)
    .orderBy('message_id', 'desc')
    .offset(LIMITS.messages_kept_max)
  await tx.deleteFrom('app_user_messages').where('message_id', 'in', too_old).execute()
  return message_id
}

/** Messages to an app user of the scope, newest first: of the manufacturer and of distributors in scope. */
export const listMessages = async (
  db: Db,
  scopes: { users: Scope; agents: Scope },
  query: Page & { app_user_id: number },
) => {
  const visible = db
    .selectFrom('app_user_messages')
    .innerJoin('app_users', 'app_users.app_user_id', 'app_user_messages.app_user_id')
    .leftJoin('distributors', 'distributors.agent_id', 'app_user_messages.agent_id')
    .leftJoin('accounts', 'accounts.uid', 'app_user_messages.by_uid')
    .where('app_user_messages.app_user_id', '=', query.app_user_id)
    .where(appUsersWithin(scopes.users, 'app_users'))
    .where(sql<SqlBool>`(app_user_messages.agent_id is null or ${agentsWithin(scopes.agents, 'distributors')})`)
  const { total } = await visible.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  const rows = await visible
    .select([
      'app_user_messages.message_id',
      'app_user_messages.title',
      'app_user_messages.text',
      'app_user_messages.sent_at',
      'app_user_messages.read_at',
      sql<string>`coalesce(accounts.user_name, '')`.as('user_name'),
    ])
    .orderBy('app_user_messages.message_id', 'desc')
    .offset(query.offset)
    .limit(query.limit)
    .execute()
  return { rows, total }
}

/** The user's own inbox, newest first. */
export const listInbox = async (db: Db, app_user_id: number, { offset, limit }: Page) => {
  const own = db.selectFrom('app_user_messages').where('app_user_id', '=', app_user_id)
  const counts = await own
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where read_at is null))::int`.as('unread'),
    ])
    .executeTakeFirstOrThrow()
  const rows = await own.select(AS_READ).orderBy('message_id', 'desc').offset(offset).limit(limit).execute()
  return { rows, ...counts }
}

/** Records that the user opened a message; undefined = not the user's message. */
export const saveRead = (db: Db, app_user_id: number, message_id: number, at: Date) =>
  db
    .updateTable('app_user_messages')
    .set({ read_at: sql`coalesce(read_at, ${at}::timestamptz)` })
    .where('app_user_id', '=', app_user_id)
    .where('message_id', '=', message_id)
    .returning(AS_READ)
    .executeTakeFirst()
type MessageRow = NonNullable<Awaited<ReturnType<typeof saveRead>>>

/** Deletes all messages to an erased user, within the caller's transaction. */
export const deleteMessagesOf = async (tx: Db, app_user_id: number): Promise<void> => {
  await tx.deleteFrom('app_user_messages').where('app_user_id', '=', app_user_id).execute()
}

/** A message in its wire form. */
export const toMessage = ({ sent_at, read_at, ...row }: MessageRow) => ({
  ...row,
  sent_time: sent_at.toISOString(),
  read_time: read_at?.toISOString() ?? null,
})
