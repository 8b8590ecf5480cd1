import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { latestValueOf } from '../features/devices/public.ts'
import type { Layouts } from '../features/products/public.ts'
import { FLOW_KEY } from '../ingest/flow-temperature.ts'
import type { Tables } from '../platform/tables.ts'

const NAME = 'device_status.flow_c'
/** Some milliseconds of decoding and one statement. */
const SLICE = 2_000

/**
 * Fills `device_status.flow_c` where an older version wrote the latest blocks (`fills_due`). Resumable: a killed start
 * continues where it stopped. Returns the number of visited devices.
 */
export const fillFlow = async (db: Kysely<Tables>, layouts: Layouts): Promise<number> => {
  for (let visited = 0; ; ) {
    const due = await db.selectFrom('fills_due').select('after_id').where('name', '=', NAME).executeTakeFirst()
    if (due === undefined) return visited
    const rows = await db
      .selectFrom('device_status')
      .select(['device_id', 'layout_id', 'latest_blocks', 'last_report_at'])
      .where('device_id', '>', due.after_id)
      .orderBy('device_id')
      .limit(SLICE)
      .execute()
    const last = rows.at(-1)?.device_id
    if (last === undefined) {
      await db.deleteFrom('fills_due').where('name', '=', NAME).execute()
      continue
    }
    const flows: (number | null)[] = []
    for (const { layout_id, latest_blocks } of rows) {
      const layout = layout_id === null ? null : await layouts.find(layout_id)
      flows.push(layout === null ? null : latestValueOf(layout, latest_blocks, FLOW_KEY))
    }
    // A gateway may write meanwhile; its value is newer.
    await sql`with done as (
        update device_status s set flow_c = u.flow_c
        from unnest(${rows.map(({ device_id }) => device_id)}::int[], ${flows}::float8[],
          ${rows.map(({ last_report_at }) => last_report_at?.toISOString() ?? null)}::timestamptz[]) u (device_id, flow_c, last_report_at)
        where s.device_id = u.device_id and u.flow_c is not null
          and date_trunc('milliseconds', s.last_report_at) = u.last_report_at)
      update fills_due set after_id = ${last} where name = ${NAME}`.execute(db)
    visited += rows.length
  }
}
