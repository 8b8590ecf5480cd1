import { type Kysely, sql } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import type { storyOf } from './story.ts'

const ROWS_A_TIME = 500

/** Stores what happened to units before the demo began; `ids` in the order of the plan. Alarms of then are over and processed. */
export const insertStory = async (
  tx: Kysely<Tables>,
  { events, alarms }: ReturnType<typeof storyOf>,
  ids: readonly number[],
  product_key: string,
): Promise<void> => {
  for (let from = 0; from < events.length; from += ROWS_A_TIME)
    await tx
      .insertInto('device_events')
      .values(
        events
          .slice(from, from + ROWS_A_TIME)
          .map(({ at, unit, kind }) => ({ device_id: ids[unit] ?? 0, at: new Date(at), kind, detail: '{}' })),
      )
      .execute()
  for (let at = 0; at < alarms.length; at += ROWS_A_TIME)
    await tx
      .insertInto('alarms')
      .values(
        alarms.slice(at, at + ROWS_A_TIME).map(({ unit, type, rule_key, code, severity, from, to }) => ({
          device_id: ids[unit] ?? 0,
          agent_path: sql<string>`(select agent_path from devices where device_id = ${ids[unit] ?? 0})`,
          product_key,
          type,
          rule_key,
          code,
          severity,
          first_at: new Date(from),
          last_at: new Date(from),
          recovered_at: new Date(to),
          handling: 'processed' as const,
          handled_at: new Date(to),
          // A past time: no notification is sent now.
          changed_at: new Date(to),
          snapshot_done: true,
        })),
      )
      .execute()
}
