import type { Insertable, Kysely, Transaction } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** True for an empty database: only that gets a demo. */
export const isWithoutFleet = async (db: Kysely<Tables>): Promise<boolean> =>
  (await db.selectFrom('distributors').select('agent_id').limit(1).executeTakeFirst()) === undefined

const ROWS_A_TIME = 500

/** A device with its initial status row. */
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
