import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { Words } from '../products/points.ts'
import { FAULT_SEVERITIES } from '../products/settings.ts'

/** A fault that stands at a unit, as its product weighs it and the knowledge base names it. */
export const DeviceFault = z.object({
  /** The fault bit or fault word. */
  point_key: z.string(),
  /** In the sets of the product; null = the product names no code for it. */
  code: z.string().nullable(),
  /** Null = no set of the product has the code. */
  names: Words.nullable(),
  severity: z.enum(FAULT_SEVERITIES),
  /** When the alarm was raised; null = longer ago than events are kept. */
  since: z.iso.datetime().nullable(),
})
export type DeviceFault = z.output<typeof DeviceFault>

/** What is wrong with a unit now; what to do about it stands in the knowledge base (fault-codes). */
export const deviceFaults = endpoints({
  deviceFaults: {
    method: 'GET',
    path: '/device-inventory/device-faults',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: 'device',
    query: z.object({ mac: DeviceId }),
    result: z.array(DeviceFault),
    fails: ['device_not_found', 'unpublished_data_points', 'no_data_point'],
    says: 'The faults that stand at a device, the worst first: code, names, severity and since when.',
    example: [
      {
        point_key: 'f01',
        code: 'F01',
        names: { en: 'DHW tank temperature sensor fault', zh: '生活热水温度传感器故障', pl: 'Czujnik temperatury CWU' },
        severity: 'warning',
        since: '2026-11-21T09:15:00.000Z',
      },
    ],
  },
})
