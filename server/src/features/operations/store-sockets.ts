import { type Kysely, sql } from 'kysely'
import type { OpenSocketState } from '../../open-sockets.ts'
import type { Tables } from '../../platform/tables.ts'

type Db = Kysely<Tables>

/** A console that was not seen for so long has no sockets any more: it was killed, or has lost the database. */
const LOST = sql`interval '20 seconds'`
/** From then on nobody waits for it to come back. */
const FORGOTTEN = sql`interval '1 minute'`

/** Notes that a console is there and forgets those that are gone; true = it was not known, nor are its sockets. */
export const touchConsole = async (db: Db, console_id: string, host: string): Promise<boolean> => {
  await sql`delete from consoles where seen_at < now() - ${FORGOTTEN} and console_id <> ${console_id}`.execute(db)
  const { rows } = await sql<{ is_new: boolean }>`
    insert into consoles (console_id, host) values (${console_id}, ${host})
    on conflict (console_id) do update set seen_at = now() returning xmax = 0 as is_new`.execute(db)
  return rows[0]?.is_new === true
}

/** Forgets a console that ends, with its sockets. */
export const deleteConsole = async (db: Db, console_id: string): Promise<void> => {
  await db.deleteFrom('consoles').where('console_id', '=', console_id).execute()
}

/** Publishes sockets of a console that are new or changed, and removes those that were closed. */
export const saveSockets = async (
  db: Db,
  console_id: string,
  changed: readonly OpenSocketState[],
  closed: readonly number[],
): Promise<void> => {
  if (closed.length > 0)
    await db
      .deleteFrom('console_sockets')
      .where('console_id', '=', console_id)
      .where('socket_id', 'in', [...closed])
      .execute()
  if (changed.length === 0) return
  await sql`
    insert into console_sockets (console_id, socket_id, uid, user_name, viewer, address, user_agent, opened_at, active_at,
      devices, queued_bytes)
    select ${console_id}, socket_id, uid, user_name, viewer, address, user_agent, to_timestamp(opened_ms / 1000),
      to_timestamp(active_ms / 1000), devices, queued_bytes
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as one (socket_id int, uid int, user_name text, viewer text,
      address text, user_agent text, opened_ms float8, active_ms float8, devices int, queued_bytes int)
    on conflict (console_id, socket_id) do update set uid = excluded.uid, user_name = excluded.user_name,
      viewer = excluded.viewer, active_at = excluded.active_at, devices = excluded.devices,
      queued_bytes = excluded.queued_bytes`.execute(db)
}

/** Sockets of a console that somebody asked another console to close. */
export const listCloseRequests = async (db: Db, console_id: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('console_sockets')
    .select('socket_id')
    .where('console_id', '=', console_id)
    .where('close_requested', '=', true)
    .execute()
  return rows.map(({ socket_id }) => socket_id)
}

export type OtherSocket = OpenSocketState & { console_id: string; host: string }
type OtherSockets = { total: number; matching: number; consoles: number; sockets: OtherSocket[] }

const openElsewhere = (db: Db, own_id: string) =>
  db
    .selectFrom('console_sockets')
    .innerJoin('consoles', 'consoles.console_id', 'console_sockets.console_id')
    .where('consoles.console_id', '<>', own_id)
    .where('consoles.seen_at', '>', sql<Date>`now() - ${LOST}`)
    .where('close_requested', '=', false)

/** Open sockets of all other consoles: how many, how many match, at how many consoles, and the first of these with most bytes queued. */
export const listOtherSockets = async (
  db: Db,
  own_id: string,
  search: string,
  limit: number,
): Promise<OtherSockets> => {
  const matches = sql<boolean>`(strpos(lower(user_name), ${search}) > 0 or starts_with(address, ${search}))`
  const counted = await openElsewhere(db, own_id)
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where ${matches}))::int`.as('matching'),
      sql<number>`count(distinct consoles.console_id)::int`.as('consoles'),
    ])
    .executeTakeFirstOrThrow()
  if (counted.matching === 0) return { ...counted, sockets: [] }
  const rows = await openElsewhere(db, own_id)
    .where(matches)
    .select(['consoles.console_id', 'consoles.host', 'socket_id', 'uid', 'user_name', 'viewer', 'address'])
    .select(['user_agent', 'opened_at', 'active_at', 'devices', 'queued_bytes'])
    .orderBy('queued_bytes', 'desc')
    .orderBy('opened_at')
    .limit(limit)
    .execute()
  const sockets = rows.map(({ opened_at, active_at, ...row }) => ({
    ...row,
    opened_ms: opened_at.getTime(),
    active_ms: active_at.getTime(),
  }))
  return { ...counted, sockets }
}

/** Asks the console of a socket to close it; null = it is not open (any more). */
export const requestClose = async (db: Db, console_id: string, socket_id: number) => {
  const { rows } = await sql<{ user_name: string; address: string }>`
    update console_sockets set close_requested = true from consoles
    where consoles.console_id = console_sockets.console_id and consoles.seen_at > now() - ${LOST}
      and console_sockets.console_id = ${console_id} and socket_id = ${socket_id} and not close_requested
    returning user_name, address`.execute(db)
  return rows[0] ?? null
}
