import type { Time } from './column-types.ts'

/**
 * All compacted reports, to be read under a name of its own: days and parts of months that run (`report_chunks`), and months that are over
 * (`report_months`). One statement sees a segment in one of both. Bodies are fetched only if they are selected.
 */
export const STORED_SEGMENTS = `(
  select device_id, day, part, layout_id, first_at, last_at, reports, head, body from report_chunks
  union all
  select device_id, day, part, layout_id, first_at, last_at, reports, head, body from report_months)`

/** A row of either table; without `head` it is a day. */
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
