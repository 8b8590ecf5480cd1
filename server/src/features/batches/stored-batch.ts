import { BatchAsk } from '@heatfleet/contract/batches/batches.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { z } from 'zod'

/** What is kept of a wish: it, the rights of who wished, and where it came from, for the lines of the audit log. */
const StoredBatch = z.object({
  ask: BatchAsk,
  permissions: z.array(z.enum(PERMISSIONS)),
  user_name: z.string(),
  address: z.string(),
  user_agent: z.string(),
  request_id: z.string(),
})
export type StoredBatch = z.output<typeof StoredBatch>

/** Parses it again as it comes out of the database; a wish of an older version that is no more is told as such. */
export const readStored = (input: unknown): StoredBatch => {
  const parsed = StoredBatch.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  return parsed.data
}
