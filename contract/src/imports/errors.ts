/** Refusals about batches of imported devices: `code -> wire key`. */
export const IMPORT_ERRORS = {
  import_not_found: 'import not found',
  import_state: 'import state',
  import_empty: 'import empty',
  import_too_large: 'import too large',
  import_has_errors: 'import has errors',
  import_queue_full: 'import queue full',
  import_in_use: 'import in use',
  secrets_taken: 'secrets taken',
} as const
