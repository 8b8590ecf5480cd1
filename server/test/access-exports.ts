import type { exportCalls } from '@heatfleet/contract/exports.ts'
import type { AccessRow } from './access-table.ts'

/** How the calls about exported files meet row rights: each is its person's alone. Those of the matrix have failed. */
export const EXPORT_ACCESS: { [Name in keyof typeof exportCalls]: AccessRow<Name> } = {
  exportCreate: {
    about: 'own',
    // Each kind has a right of its own.
    needs: 'device:export',
    request: () => ({
      body: {
        kind: 'device-list',
        format: 'csv',
        file_name: 'devices',
        time_zone: 'UTC',
        language: 'en',
        columns: [{ key: 'mac', title: 'IMEI' }],
        filter: {},
      },
    }),
  },
  exportList: {
    about: 'list',
    request: () => ({}),
    shown: ({ list }) => ({ exports: list.map(({ export_id }) => export_id) }),
  },
  exportCancel: { about: 'export', request: (id) => ({ params: { id } }), within: 'export_not_open' },
  exportRetry: { about: 'export', request: (id) => ({ params: { id } }) },
  exportFile: { about: 'export', request: (id) => ({ params: { id } }), within: 'export_not_done' },
}
