import { z } from 'zod'
import { DatabaseAddress } from '../platform/database-address.ts'

/** Everything the process that makes the demo's past needs to run. */
export const PastStart = z.object({
  database: DatabaseAddress,
  /** The simulator's fleet file: whose past is made. */
  fleet_file: z.string(),
  /** Bounds of its stretches, unix ms, newest first. */
  bounds_ms: z.array(z.number().int()).min(2),
  log: z.object({ file: z.string(), level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']) }),
})
export type PastStart = z.infer<typeof PastStart>

/** How far it is: stretches of units. */
export const PastProgress = z.object({ done: z.number().int(), total: z.number().int() })
export type PastProgress = z.infer<typeof PastProgress>
