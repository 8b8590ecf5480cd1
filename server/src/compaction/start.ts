import { z } from 'zod'
import { DatabaseAddress } from '../platform/database-address.ts'

/** Everything the compaction process needs to run. */
export const CompactionStart = z.object({
  database: DatabaseAddress,
  compact_after_ms: z.number().int(),
  compact_every_ms: z.number().int(),
  /** Days for which history is kept; 0 = for ever. */
  history_days: z.number().int(),
  log: z.object({ file: z.string(), level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']) }),
})
export type CompactionStart = z.infer<typeof CompactionStart>
