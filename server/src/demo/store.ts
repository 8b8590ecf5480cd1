import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'
import type { PlannedDistributor } from './plan.ts'

/** Where a distributor landed. */
export type StoredDistributor = { agent_id: number; agent_path: string }

/** True when nothing was ever entered: only such a database gets a demo. */
export const isWithoutFleet = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('distributors').select('agent_id').limit(1).executeTakeFirst()) === undefined

/** Stores the tree; the order of the plan puts every parent before its children. */
export const insertDistributors = async (
  tx: Transaction<Tables>,
  planned: readonly PlannedDistributor[],
): Promise<StoredDistributor[]> => {
  const stored: StoredDistributor[] = []
  for (const { place, country, level, parent } of planned) {
    const above = parent === null ? null : stored[parent]
    const { agent_id } = await tx
      .insertInto('distributors')
      .values({
        agent_name: place.agent_name,
        agent_level: level,
        parent_id: above?.agent_id ?? null,
        // Known only with the id; no path begins without a slash, so this one never meets another.
        agent_path: `new ${place.agent_name}`,
        country,
        region_code: place.region_code,
        address: place.address,
      })
      .returning('agent_id')
      .executeTakeFirstOrThrow()
    const agent_path = `${above?.agent_path ?? '/'}${agent_id}/`
    await tx.updateTable('distributors').set({ agent_path }).where('agent_id', '=', agent_id).execute()
    stored.push({ agent_id, agent_path })
  }
  return stored
}

const ROWS_A_TIME = 500

/** A device and what its status row says from the start. */
export type NewDevice = {
  row: Insertable<Tables['devices']>
  status: Omit<Insertable<Tables['device_status']>, 'device_id'>
}

/** Stores devices with their status rows; returns their ids in order. */
export const insertDevices = async (tx: Transaction<Tables>, devices: readonly NewDevice[]): Promise<number[]> => {
  const ids: number[] = []
  for (let at = 0; at < devices.length; at += ROWS_A_TIME) {
    const some = devices.slice(at, at + ROWS_A_TIME)
    const rows = await tx
      .insertInto('devices')
      .values(some.map(({ row }) => row))
      .returning('device_id')
      .execute()
    await tx
      .insertInto('device_status')
      .values(rows.map(({ device_id }, index) => ({ device_id, ...some[index]?.status })))
      .execute()
    ids.push(...rows.map(({ device_id }) => device_id))
  }
  return ids
}
