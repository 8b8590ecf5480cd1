import { DataPoint } from '@heatfleet/contract/points.ts'
import { PollBlock } from '@heatfleet/contract/products.ts'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../platform/tables.ts'

const LayoutRow = z.object({
  layout_id: z.number(),
  product_key: z.string(),
  points: z.array(DataPoint),
  poll_blocks: z.array(PollBlock),
})

/** One version of a product as stored, or undefined. Definitions are the manufacturer's: no scope. */
export const findLayoutRow = async (
  db: Kysely<Tables>,
  layout_id: number,
): Promise<z.infer<typeof LayoutRow> | undefined> => {
  const row = await db
    .selectFrom('product_versions')
    .select(['layout_id', 'product_key', 'points', 'poll_blocks'])
    .where('layout_id', '=', layout_id)
    .executeTakeFirst()
  return row === undefined ? undefined : LayoutRow.parse(row)
}
