import { z } from 'zod'
import { LIMITS } from './limits.ts'

/** Spec 3: paging of server calls, in the query string. A size over the limit is refused, never cut silently. */
export const Paging = z.object({
  pageNo: z.coerce.number().int().min(1).max(LIMITS.page_no_max).default(1),
  size: z.coerce.number().int().min(1).max(LIMITS.page_size_max).default(LIMITS.page_size_default),
})
export type Paging = z.infer<typeof Paging>

/** A page of rows with the total that matches the filter. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ list: z.array(row), total: z.number().int(), pageNo: z.number().int(), size: z.number().int() })
export type Page<Row> = { list: Row[]; total: number; pageNo: number; size: number }
