import { BatchRequest } from '@heatfleet/contract/batches/batches.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { z } from 'zod'

/** The stored request, the permissions of its caller, and its origin for audit entries. */
const StoredBatch = z.object({
  // Batches that were stored until 2026-11 have `deed` in place of `action`.
  ask: z.preprocess((ask) => ({ action: Object(ask).deed, ...Object(ask) }), BatchRequest),
  permissions: z.array(z.enum(PERMISSIONS)),
  user_name: z.string(),
  address: z.string(),
  user_agent: z.string(),
  request_id: z.string(),
})
export type StoredBatch = z.output<typeof StoredBatch>

/** Parses a stored request; refuses requests that an older version stored and this one no longer supports. */
export const readStored = (input: unknown): StoredBatch => {
  const parsed = StoredBatch.safeParse(input)
  if (!parsed.success) throw new Refusal('invalid_input')
  return parsed.data
}
