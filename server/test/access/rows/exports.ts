import type { ExportKind } from '@heatfleet/contract/exports/exports.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { AccessRow, AccessRows } from '../rows.ts'

/** A request for a list as a file, with one of its columns: each kind has a right of its own. */
const requestFor = (kind: ExportKind & `${string}-list`, needs: Permission, key: string): AccessRow<'exportCreate'> => {
  const file = { format: 'csv', file_name: kind, time_zone: 'UTC', language: 'en' }
  return { needs, sends: { body: { kind, ...file, columns: [key], filter: {} } as never } }
}

/** Each export is its account's alone. Those of the stage have failed. */
export const rows: AccessRows = {
  exportCreate: [
    requestFor('device-list', 'device:export', 'mac'),
    requestFor('app-list', 'app:view', 'app_name'),
    requestFor('app-version-list', 'appversion:view', 'version'),
  ],
  exportCancel: { answers: 'export_not_open' },
  exportFile: { answers: 'export_not_done' },
}
