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

/** The cursor with which a read of a whole list begins. */
export const CURSOR_START = 'start'

/**
 * Paging of a list that can also be read whole by cursor. Such a read has an order of its own that never changes: each row
 * that matches from its beginning to its end comes exactly once, whatever is inserted, changed or deleted meanwhile.
 */
export const CursorPaging = Paging.extend({
  cursor: z
    .string()
    .regex(/^(start|[A-Za-z0-9_-]{23,160})$/, 'cursor_invalid')
    .describe(
      'Reads the whole list, however long, in an order that never changes: `start`, then `next_cursor` of each answer with the same body, until it is null. `pageNo` and the sort are ignored.',
    )
    .optional(),
})
export type CursorPaging = z.output<typeof CursorPaging>

/** A page that says how a read by cursor goes on. */
export const cursorPageOf = <Row extends z.ZodType>(row: Row) =>
  pageOf(row).extend({
    next_cursor: z
      .string()
      .nullable()
      .describe('Of a read by cursor: what the next call sends; null = that was all.')
      .optional(),
  })
