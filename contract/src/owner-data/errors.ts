/** Refusals about the owner's data: code -> wire key. */
export const OWNER_DATA_ERRORS = {
  data_grant_not_found: 'data grant not found',
  data_grant_ended: 'data grant ended',
  data_grants_full: 'data grants full',
  data_export_running: 'data export running',
  data_export_not_done: 'data export not done',
  data_point_unknown: 'data point unknown',
  data_point_withheld: 'data point withheld',
  data_cursor_invalid: 'data cursor invalid',
} as const
