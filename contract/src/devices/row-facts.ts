import { z } from 'zod'
import { Health } from '../device-days/health.ts'
import { FIRMWARE_MODULES } from '../device-protocol/ota-messages.ts'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'

/** What columns of the device list show that its rows do not carry: read for the rows in view alone. */
const DeviceRowFacts = z.object({
  mac: z.string(),
  /** As it was within the last minute; the SIM card counts for those who may see SIM cards. */
  health: Health,
  /** App users it is bound to, owner and shared ones; null = the caller may not see bindings. */
  bound_users: z.number().int().nullable(),
  /** The nearest end of a SIM card in it; null = none is known, or the caller may not see SIM cards. */
  sim_end: z.iso.datetime().nullable(),
  /** The newest enabled firmware that fits, of module and board; empty also where the caller may not see firmware. */
  firmware_target: z
    .array(
      z.object({
        firmware_id: z.number().int(),
        module: z.enum(FIRMWARE_MODULES),
        name: z.string(),
        software_version: z.string(),
      }),
    )
    .max(FIRMWARE_MODULES.length),
})
export type DeviceRowFacts = z.output<typeof DeviceRowFacts>

export const deviceRowFacts = endpoints({
  deviceRowFacts: {
    method: 'POST',
    path: '/device-inventory/device-facts',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: { list: 'device' },
    body: z.object({ macs: z.array(DeviceId).min(1).max(LIMITS.page_size_max) }),
    result: z.array(DeviceRowFacts),
    fails: [],
    says: 'Health, bound users, end of the SIM card and next firmware of devices in scope; others are left out.',
    example: [
      {
        mac: '863412060123455',
        health: { score: 75, reasons: [{ reason: 'offline', weight: 25 }] },
        bound_users: 2,
        sim_end: '2027-03-01T00:00:00.000Z',
        firmware_target: [{ firmware_id: 4, module: 'dtu', name: 'DTU 4G', software_version: '1.4.2' }],
      },
    ],
  },
})
