import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'

/** What a reason takes from a unit's health of 100 (product 3.41). */
export const HEALTH_WEIGHTS = {
  alarm_critical: 40,
  alarm_major: 20,
  offline: 25,
  bus_lost: 20,
  low_cop: 10,
  short_cycling: 10,
  unrecognized: 10,
  sim_ends: 5,
} as const
export type HealthReason = keyof typeof HEALTH_WEIGHTS
export const HEALTH_REASONS = Object.keys(HEALTH_WEIGHTS) as [HealthReason, ...HealthReason[]] // its keys, never none

/** Score from 0 to 100 (100 less the weights of all reasons) with the reasons, the heaviest first. */
export const Health = z.object({
  score: z.number().int(),
  reasons: z.array(z.object({ reason: z.enum(HEALTH_REASONS), weight: z.number().int() })),
})
export type Health = z.output<typeof Health>

export const deviceHealth = endpoints({
  deviceHealth: {
    method: 'GET',
    path: '/device-inventory/device-health',
    kind: 'read',
    of: 'device',
    needs: 'device:view',
    about: 'device',
    query: z.object({ mac: DeviceId }),
    result: Health,
    fails: ['device_not_found'],
    says: 'Health of a unit from 0 to 100 with the reasons that lower it: alarms, off line for a day, bus lost, a COP among the lowest tenth of its product, short runs, unknown board, SIM card that ends within 30 days.',
    example: { score: 75, reasons: [{ reason: 'offline', weight: 25 }] },
  },
})
