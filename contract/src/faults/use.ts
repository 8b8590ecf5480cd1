import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { LIMITS } from '../limits.ts'
import { RowId, RowIdText } from '../row-id.ts'

/** How a fault code is used: which products look it up, and how often units in scope raised it of late. */
export const FaultUse = z.object({
  fault_id: RowId,
  products: z.array(z.object({ product_key: z.string(), name: z.string(), english_name: z.string() })),
  /** Alarms of the last 30 days (`fault_use_ms`), and of how many units. */
  times: z.number().int(),
  devices: z.number().int(),
})
export type FaultUse = z.output<typeof FaultUse>

/** A unit that raised the code of late. */
const FaultDevice = z.object({
  mac: z.string(),
  device_name: z.string(),
  times: z.number().int(),
  last_at: z.iso.datetime(),
})

export const faultUse = endpoints({
  faultUses: {
    method: 'POST',
    path: '/fault-code/use',
    kind: 'read',
    of: 'fault-use',
    needs: 'faultcode:view',
    about: { sum: 'device', field: 'devices' },
    body: z.object({ fault_ids: z.array(RowId).max(LIMITS.page_size_max) }),
    result: z.array(FaultUse),
    fails: [],
    says: 'Products and alarms of these fault codes; the alarms of units in scope within 30 days.',
    example: [
      {
        fault_id: 1,
        products: [{ product_key: 'r290-monobloc', name: 'R290 一体机', english_name: 'R290 monobloc' }],
        times: 3,
        devices: 2,
      },
    ],
  },
  faultDevices: {
    method: 'GET',
    path: '/fault-code/:id/devices',
    kind: 'read',
    of: 'fault-use',
    needs: 'faultcode:view',
    about: { list: 'device' },
    params: z.object({ id: RowIdText }),
    result: z.array(FaultDevice),
    fails: [],
    says: 'Units in scope that raised the code within 30 days, the last one first; at most 20.',
    example: [{ mac: '863412060123455', device_name: 'House 1', times: 2, last_at: '2026-11-21T09:15:00.000Z' }],
  },
})
