import { z } from 'zod'

/** How a child process reaches PostgreSQL: a URL, or the folder of a unix socket with user and database name. */
export const DatabaseAddress = z.object({
  connectionString: z.string().optional(),
  host: z.string().optional(),
  port: z.number().int().optional(),
  user: z.string().optional(),
  database: z.string().optional(),
})
export type DatabaseAddress = z.infer<typeof DatabaseAddress>
