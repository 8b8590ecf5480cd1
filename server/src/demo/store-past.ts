import type { Sql } from '../compaction/store.ts'
import { STORED_SEGMENTS } from '../platform/stored-segments.ts'

/** A device whose history is still to be generated, with its product version. */
export type DeviceWithoutHistory = { device_id: number; mac: string; layout_id: number }

/** Devices without a compacted day within [from, to), in list order. */
export const listDevicesWithoutHistory = async (
  sql: Sql,
  macs: readonly string[],
  [from, to]: readonly [Date, Date],
): Promise<DeviceWithoutHistory[]> => {
  const { rows } = await sql.query<DeviceWithoutHistory>(
    `select device_id, mac, layout_id from devices join products using (product_key)
     where mac = any($1) and layout_id is not null and not exists (
       select from ${STORED_SEGMENTS} c where c.device_id = devices.device_id
         and c.day >= date_trunc('month', $2::date) and c.day < $3::date and c.last_at >= $2::date)
     order by mac`,
    [macs, from.toISOString(), to.toISOString()],
  )
  return rows
}
