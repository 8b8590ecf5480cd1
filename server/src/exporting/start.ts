import { z } from 'zod'
import { DatabaseAddress } from '../platform/database-address.ts'

/** Everything the process that writes exports needs to run; the limits are those of config.ts. */
export const ExportingStart = z.object({
  database: DatabaseAddress,
  exports_folder: z.string(),
  limits: z.object({
    HEATFLEET_EXPORT_ROWS: z.number().int(),
    HEATFLEET_EXPORT_MB: z.number().int(),
    HEATFLEET_EXPORT_DAYS: z.number().int(),
  }),
  log: z.object({ file: z.string(), level: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']) }),
})
export type ExportingStart = z.infer<typeof ExportingStart>

/** Messages to the main process: started, and the begin and end of each job. */
export const FromExporting = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('began'), task: z.string() }),
  z.object({ kind: z.literal('ended'), task: z.string(), result: z.enum(['ok', 'error']) }),
])
export type FromExporting = z.infer<typeof FromExporting>
