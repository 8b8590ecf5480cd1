import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'

/** Stores a notice and deletes the expired ones of the distributor. */
export const insertNotice = (
  db: Kysely<Tables>,
  notice: { agent_id: number; title: string; text: string; sent_at: Date; by_uid: number },
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom('agent_notices')
      .where('agent_id', '=', notice.agent_id)
      .where('sent_at', '<', new Date(notice.sent_at.getTime() - LIMITS.notices_age_ms))
      .execute()
    await tx.insertInto('agent_notices').values(notice).execute()
  })
