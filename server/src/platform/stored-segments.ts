import type { Time } from './column-types.ts'

/** Tables of compacted reports, one partition a month: days, parts of months that are not over, months that are. */
export const SEGMENT_TABLES = ['report_chunks', 'report_month_parts', 'report_months'] as const
export type SegmentTable = (typeof SEGMENT_TABLES)[number]

const COLUMNS = 'device_id, day, part, layout_id, first_at, last_at, reports, head, body'

/**
 * All compacted reports, to be read under a name of its own. One statement sees a segment in one of the tables. Bodies are fetched only if
 * they are selected.
 */
export const STORED_SEGMENTS = `(${SEGMENT_TABLES.map((table) => `select ${COLUMNS} from ${table}`).join(' union all ')})`

/** A row of one of the tables; without `head` it is a day. */
export type StoredSegmentRow = {
  device_id: number
  day: Time
  part: number
  layout_id: number
  first_at: Time
  last_at: Time
  reports: number
  head: Buffer | null
  body: Buffer
}
