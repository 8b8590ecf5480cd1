import { z } from 'zod'
import { endpoints } from './endpoint.ts'
import { Paging, pageOf } from './paging.ts'
import { DataPoint } from './points.ts'

/** One poll of the module: a block of registers and how often it is read (device protocol 3, cfg). */
export const PollBlock = z.object({
  name: z.string(),
  slave: z.number().int(),
  fn: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
  start: z.number().int(),
  quantity: z.number().int(),
  period_s: z.number().int(),
})
export type PollBlock = z.infer<typeof PollBlock>

/** A product (spec 3). `points` and `poll_blocks` only when asked for, they are large. */
export const Product = z.object({
  product_key: z.string(),
  name: z.string(),
  english_name: z.string(),
  category: z.string(),
  network_type: z.array(z.enum(['wifi', '4g'])),
  state: z.enum(['debugging', 'published']),
  version: z.number().int(),
  layout_id: z.number().int(),
  point_count: z.number().int(),
  device_count: z.number().int(),
  points: z.array(DataPoint).optional(),
  poll_blocks: z.array(PollBlock).optional(),
})
export type Product = z.infer<typeof Product>

/** Under which name a controller announces itself for a product (spec 3, product register). */
export const ProductRegister = z.object({ product_key: z.string(), register_name: z.string() })

export const products = endpoints({
  productInfo: {
    method: 'POST',
    path: '/product/product-info',
    kind: 'read',
    of: 'product',
    needs: 'product:view',
    query: Paging,
    body: z
      .object({
        product_name: z.string().trim().max(100).optional(),
        product_key: z.string().max(64).optional(),
        /** Adds data points and poll blocks of the version in use. */
        with_points: z.boolean().optional(),
      })
      .default({}),
    result: pageOf(Product),
    fails: [],
    says: 'Products in scope, by name or key; with their data points when asked.',
    example: { list: [], total: 0, pageNo: 1, size: 999 },
  },
  listRegister: {
    method: 'GET',
    path: '/product/list-register',
    kind: 'read',
    of: 'product',
    needs: 'product:view',
    result: z.array(ProductRegister),
    fails: [],
    says: 'The names under which controllers announce themselves, with their product.',
    example: [{ product_key: 'r290-monobloc', register_name: 'CG248075' }],
  },
})
