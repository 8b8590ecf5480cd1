import type { Kysely } from 'kysely'
import type { Tables } from '../../src/platform/tables.ts'

type Control = { device_id: number; uid: number; operator_name: string; control_time: Date; layout_id: number }

/** Stores a failed control of a device. */
export const addControl = async (db: Kysely<Tables>, control: Control): Promise<void> => {
  await db
    .insertInto('control_log')
    .values({
      ...control,
      source: 'console',
      expires_at: control.control_time,
      point_key: 'sp_dhw',
      new_value: 45,
      state: 'failed',
    })
    .execute()
}
