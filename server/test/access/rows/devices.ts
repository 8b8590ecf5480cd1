import type { AccessRows } from '../rows.ts'

const period = { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' }
const points = ['t_out']

/** Devices, their history and the dashboard. */
export const rows: AccessRows = {
  deviceUpdate: { sends: { query: { device_name: 'House' } } },
  deviceFavourite: { sends: { query: { favourite: 'true' } } },
  saveInstallation: {
    sends: { body: { installer: '', installed_on: null, warranty_months: null, parts: [], note: '' } },
  },
  deviceFile: { sends: { query: { file_id: 999_999 } }, answers: 'not_found' },
  addDeviceFile: { sends: { body: { file_name: 'x.txt', content: 'eHh4' } }, answers: 'device_file_type' },
  deleteDeviceFile: { sends: { query: { file_id: 999_999 } }, answers: 'not_found' },
  // A unit of the matrix has sent nothing.
  signCommissioning: {
    sends: { body: { signed_name: 'Nowak', drawn: null, note: '', file_ids: [] } },
    answers: 'commissioning_too_early',
  },
  withdrawCommissioning: { answers: 'commissioning_not_signed' },
  commissioningPdf: { answers: 'commissioning_not_begun' },
  energyReportPdf: { sends: { query: { from: '2026-10-01', to: '2026-10-31' } } },
  deviceTags: { sends: { body: { tags: ['matrix'], how: 'add' } } },
  // The map counts them: they keep a position.
  devicePosition: { sends: { body: { position: { lat: 30.3, lon: 120.2, address: '' } } } },
  // Those of the stage are bound.
  deleteDevice: { answers: 'device_was_bound' },
  deviceTestBench: { sends: { body: { test_bench: false } } },
  listCurve: { sends: { body: { points } } },
  exportHistory: { sends: { query: { points: 't_out', ...period } } },
  // Of this type each unit of the stage has one entry.
  deviceLogList: { sends: { body: { type: 'command' } } },
  deviceFrame: { sends: { body: { entry_id: '2026-01-01T00:00:00.000000Z|14|1' } }, answers: 'not_found' },
  deviceConnections: { sends: { body: period } },
  historyData: { sends: ({ mac }) => ({ body: { macs: [mac], points, ...period } }) },
  historyStatistics: { sends: ({ mac }) => ({ body: { macs: [mac], points, ...period } }) },
  historyMoment: { sends: { body: { at: '2026-01-02T00:00:00Z' } } },
  deviceDays: { sends: { body: { from: '2026-01-01', to: '2026-01-02' } } },
  curveNames: { sends: (_, { product_key }) => ({ query: { product_key } }) },
  attrSavings: { sends: (_, { product_key }) => ({ params: { id: product_key } }) },
  saveAttrSavings: { sends: (_, { product_key }) => ({ params: { id: product_key }, body: [] }) },
}
