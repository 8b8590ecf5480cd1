import type { AccessRows } from '../rows.ts'

const DAY_MS = 86_400_000
const points = [{ key: 'sp_dhw', value: 45 }]

/** Commands at a time and pinned points. A unit of the stage waits for few commands: those of the matrix come too late. */
export const rows: AccessRows = {
  deviceRowFacts: { sends: (_, { devices }) => ({ body: { macs: devices.map(({ mac }) => mac) } }) },
  scheduleCommand: {
    sends: () => ({ body: { points, run_at: new Date(Date.now() - DAY_MS).toISOString() } }),
    answers: 'scheduled_time_wrong',
  },
  cancelScheduled: { sends: { body: { scheduled_id: 999_999 } }, answers: 'not_found' },
  pinnedPoints: { sends: (_, { product_key }) => ({ query: { product_key } }) },
  savePinnedPoints: { sends: (_, { product_key }) => ({ query: { product_key }, body: { points: ['sp_dhw'] } }) },
}
