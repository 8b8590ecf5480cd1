import type { AccessRows } from '../rows.ts'

/** No batch has it: the matrix starts none. */
const batch_id = 2_000_000_000
const nobody = { kind: 'detect' as const, macs: [] as string[] }

/** The devices of the matrix are off line: nothing of it is started. */
export const rows: AccessRows = {
  modelList: { sends: (_, { devices }) => ({ body: { macs: devices.map(({ mac }) => mac) } }) },
  modelSet: { sends: (_, { product_key }) => ({ body: { product_key } }), answers: 'device_offline' },
  modelDetect: { answers: 'device_offline' },
  modelBatch: { sends: { body: nobody }, answers: 'no_device_selected' },
  modelBatchInfo: { sends: { query: { batch_id } }, answers: 'not_found' },
  modelBatchStop: { sends: { body: { batch_id } }, answers: 'not_found' },
  modelBatchRetry: { sends: { body: { batch_id } }, answers: 'not_found' },
}
