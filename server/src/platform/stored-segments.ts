/**
 * All compacted reports, to be read under a name of its own: days and parts of months that run (`report_chunks`), and months that are over
 * (`report_months`). One statement sees a segment in one of both. Bodies are fetched only if they are selected.
 */
export const STORED_SEGMENTS = `(
  select device_id, day, part, layout_id, first_at, last_at, reports, head, body from report_chunks
  union all
  select device_id, day, part, layout_id, first_at, last_at, reports, head, body from report_months)`
