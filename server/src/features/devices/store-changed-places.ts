import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

/**
 * The newest places whose counts changed after a time, with the age of the change in ms, for the realtime sockets; null = the last
 * one. Unscoped: each socket checks its own.
 */
export const listChangedPlaces = async (db: Kysely<Tables>, since: Date | null, limit: number) =>
  db
    .selectFrom('changed_places')
    .$if(since !== null, (query) => query.where('changed_at', '>', since ?? new Date(0)))
    .select([
      'agent_path',
      'is_many',
      'changed_at',
      sql<number>`(extract(epoch from clock_timestamp() - changed_at) * 1000)::float8`.as('age_ms'),
    ])
    .orderBy('changed_at', 'desc')
    .limit(since === null ? 1 : limit)
    .execute()
