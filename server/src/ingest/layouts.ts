import { DataPoint } from '@heatfleet/contract/points.ts'
import { PollBlock } from '@heatfleet/contract/products.ts'
import { compileDecoder, type Decoder } from '@heatfleet/modbus/decoder.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { z } from 'zod'

/** The version of a product in use, ready to decode with. */
export type Layout = {
  layout_id: number
  product_key: string
  points: ReadonlyMap<string, DataPoint>
  poll_blocks: readonly PollBlock[]
  decoder: Pick<Decoder, 'decode'>
  /** Keys of the fault bits, in the product's order. */
  alarm_keys: readonly string[]
}

const LayoutRow = z.object({
  layout_id: z.number(),
  product_key: z.string(),
  points: z.array(DataPoint),
  poll_blocks: z.array(PollBlock),
})

/** The versions in use of these products. A product without a version is left out. */
export const loadLayouts = async (
  sql: Pick<pg.Pool, 'query'>,
  log: Logger,
  product_keys: readonly string[],
): Promise<Layout[]> => {
  const { rows } = await sql.query(
    `select v.layout_id, v.product_key, v.points, v.poll_blocks
     from products p join product_versions v on v.layout_id = p.layout_id
     where p.product_key = any($1)`,
    [product_keys],
  )
  return rows.map((row) => toLayout(LayoutRow.parse(row), log))
}

const toLayout = ({ layout_id, product_key, points, poll_blocks }: z.infer<typeof LayoutRow>, log: Logger): Layout => {
  const compiled = compileDecoder(points)
  // Raw frames are kept all the same: once the definition is right they decode.
  if (!compiled.ok) log.error({ layout_id, product_key, faults: compiled.faults }, 'product version does not compile')
  return {
    layout_id,
    product_key,
    points: new Map(points.map((point) => [point.key, point])),
    poll_blocks,
    decoder: compiled.ok ? compiled.decoder : { decode: () => ({}) },
    alarm_keys: points.filter(({ alarm }) => alarm).map(({ key }) => key),
  }
}
