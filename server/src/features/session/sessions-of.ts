import type { LogIn, SessionLine } from '@heatfleet/contract/accounts/center.ts'
import type { Page, Paging } from '@heatfleet/contract/paging.ts'
import type { Kysely } from 'kysely'
import type { AppContext } from '../../app-context.ts'
import type { Changes } from '../../changes.ts'
import type { Tables } from '../../platform/tables.ts'
import { deleteSessionsOf, findLogInsOf, findSessionsOf, type SessionChoice } from './store-sessions.ts'
import { browserOf } from './user-agent.ts'

/** Open sessions of an account; `own` is the hash of the requesting session. The right to see them is checked by the caller. */
export const listSessionsOf = async (
  { database, clock }: Pick<AppContext, 'database' | 'clock'>,
  uid: number,
  own?: Buffer,
): Promise<SessionLine[]> => {
  const rows = await findSessionsOf(database.db, uid, new Date(clock.now()))
  return rows.map((row) => ({
    session_id: row.session_id,
    ...browserOf(row.user_agent),
    address: row.address,
    created_at: row.created_at.toISOString(),
    last_seen_at: row.last_seen_at.toISOString(),
    second_factor: row.second_factor,
    is_this: own?.equals(row.token_hash) ?? false,
  }))
}

/** Ends an account's sessions (all, one, or all but one) and notifies its sockets at once; returns how many there were. */
export const endSessions = async (
  { database, changes }: Pick<AppContext, 'database'> & { changes: Changes },
  uid: number,
  which: SessionChoice = {},
): Promise<number> => {
  const ended = await deleteSessionsOf(database.db, uid, which)
  changes.sessionsChanged.publish({ uid })
  return ended
}

/** A page of an account's log-ins, refused ones too. */
export const listLogIns = async (db: Kysely<Tables>, uid: number, paging: Paging): Promise<Page<LogIn>> => {
  const { list, total } = await findLogInsOf(db, uid, paging)
  return {
    list: list.map(({ at, address, user_agent, result }) => ({
      at: at.toISOString(),
      address,
      ...browserOf(user_agent),
      result,
    })),
    total,
    ...paging,
  }
}
