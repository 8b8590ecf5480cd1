import { z } from 'zod'
import { DatabaseAddress } from '../platform/database-address.ts'

/** Everything the packing process needs to run. */
export const PackingStart = z.object({
  database: DatabaseAddress,
  pack_after_ms: z.number().int(),
  pack_every_ms: z.number().int(),
  /** Days for which history is kept; 0 = for ever. */
  history_days: z.number().int(),
  log: z.object({ file: z.string(), level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']) }),
})
export type PackingStart = z.infer<typeof PackingStart>
