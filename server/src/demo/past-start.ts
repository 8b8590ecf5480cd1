import { z } from 'zod'
import { DatabaseAddress } from '../platform/database-address.ts'

/** Start parameters of the process that generates the demo's history. */
export const PastStart = z.object({
  database: DatabaseAddress,
  /** The simulator's fleet file. */
  fleet_file: z.string(),
  /** Bounds of its ranges, unix ms, newest first. */
  bounds_ms: z.array(z.number().int()).min(2),
  log: z.object({ file: z.string(), level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']) }),
})
export type PastStart = z.infer<typeof PastStart>

/** Progress, in ranges of devices. */
export const PastProgress = z.object({ done: z.number().int(), total: z.number().int() })
export type PastProgress = z.infer<typeof PastProgress>
