import type { Kysely } from 'kysely'
import type { Tables } from '../../platform/tables.ts'
import { type AuditLine, insertAuditLine } from '../audit/public.ts'
import { type BindingAct, lockDevice, raiseGeneration } from './store.ts'

type Transfer = BindingAct & {
  device_id: number
  /** The owner as the caller saw it: a device whose owner changed meanwhile is not transferred. */
  from: number
  to: number
  /** Audit entry for the new owner, written in the same transaction; the former owner's is the call's own. */
  line: AuditLine
}

/**
 * Transfers a device to another owner, or returns why not. All bindings end, the new owner starts alone, and all earlier
 * codes are invalid, because the former owner knew them.
 */
export const transferBinding = (
  db: Kysely<Tables>,
  { device_id, from, to, at, by_uid, reason, line }: Transfer,
): Promise<'device_without_owner' | 'not_owner' | 'already_bound' | null> =>
  db.transaction().execute(async (tx) => {
    await lockDevice(tx, device_id)
    const owner = await tx
      .selectFrom('bindings')
      .select('app_user_id')
      .where('device_id', '=', device_id)
      .where('role', '=', 'owner')
      .executeTakeFirst()
    if (owner === undefined) return 'device_without_owner'
    if (owner.app_user_id !== from) return 'not_owner'
    if (to === from) return 'already_bound'
    const gone = await tx
      .deleteFrom('bindings')
      .where('device_id', '=', device_id)
      .returning(['app_user_id', 'bind_way'])
      .execute()
    const binding = { device_id, app_user_id: to, bind_way: 'admin' }
    await tx
      .insertInto('bindings')
      .values({ ...binding, role: 'owner', bound_at: at })
      .execute()
    const act = { device_id, at, by_uid, reason }
    await tx
      .insertInto('binding_events')
      .values([
        ...gone.map((person) => ({ ...act, ...person, action: 'unbound' as const })),
        { ...act, ...binding, action: 'transferred' },
      ])
      .execute()
    await raiseGeneration(tx, device_id)
    await insertAuditLine(tx, line)
    return null
  })
