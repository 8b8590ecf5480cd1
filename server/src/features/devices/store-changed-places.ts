import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

/** The newest places whose counts changed after a time, for the realtime sockets; null = the last one. Unscoped: each socket checks its own. */
export const listChangedPlaces = async (db: Kysely<Tables>, since: Date | null, limit: number) =>
  db
    .selectFrom('changed_places')
    .$if(since !== null, (query) => query.where('changed_at', '>', since ?? new Date(0)))
    .select(['agent_path', 'is_many', 'changed_at'])
    .orderBy('changed_at', 'desc')
    .limit(since === null ? 1 : limit)
    .execute()
