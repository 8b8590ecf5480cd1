import type { ExportKind, exportCalls } from '@heatfleet/contract/exports/exports.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { AccessRow } from './access-table.ts'

/** A wish for a list as a file: whoever has the right of its kind is let in. */
const wish = (kind: ExportKind & `${string}-list`, needs: Permission, key: string): AccessRow<'exportCreate'> => ({
  about: 'own',
  needs,
  request: () => ({
    // The key is one of the columns of its kind: another would be answered with another refusal.
    body: {
      kind,
      format: 'csv',
      file_name: kind,
      time_zone: 'UTC',
      language: 'en',
      columns: [key],
      filter: {},
    } as never,
  }),
})

/** How the calls about exported files meet row rights: each is its person's alone. Those of the matrix have failed. */
export const EXPORT_ACCESS: {
  [Name in keyof typeof exportCalls]: AccessRow<Name> | readonly AccessRow<Name>[]
} = {
  // Each kind has a right of its own.
  exportCreate: [
    wish('device-list', 'device:export', 'mac'),
    wish('app-list', 'app:view', 'app_name'),
    wish('app-version-list', 'appversion:view', 'version'),
  ],
  exportList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ exports: list.map(({ export_id }) => export_id) }),
  },
  exportCancel: { about: 'export', request: (id) => ({ params: { id } }), within: 'export_not_open' },
  exportRetry: { about: 'export', request: (id) => ({ params: { id } }) },
  exportFile: { about: 'export', request: (id) => ({ params: { id } }), within: 'export_not_done' },
}
