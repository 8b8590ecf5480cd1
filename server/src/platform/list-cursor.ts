import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { CURSOR_START, type CursorPaging } from '@heatfleet/contract/paging.ts'
import { COUNT_ONLY, type ListPage, type ListPart } from './list-page.ts'

const SIGNATURE_BYTES = 16

/** What a cursor belongs to: another call, person or filter refuses it. */
type Belongs = { call: string; uid: number; filter: unknown }

type CursorList<Row> = Belongs & {
  query: CursorPaging
  /** No more are counted, nor paged to by number; a cursor goes on behind them. */
  count_max?: number
  list: (part: ListPart) => Promise<ListPage<Row, ListPart>>
  /** The key by which the list gives parts of files: it never changes. */
  keyOf: (row: Row) => string | number
}

type CursorPageFields = { total: number; pageNo: number; size: number; next_cursor?: string | null }
type CursorPage<Row> = { rows: Row[]; page: CursorPageFields; more: boolean }

/** Reads a page by its number or behind a cursor, for every list that has both. `more` = more match than are counted. */
export const readCursorPage = async <Row>(
  secret_key: Buffer,
  { query, list, keyOf, count_max = Number.POSITIVE_INFINITY, ...belongs }: CursorList<Row>,
): Promise<CursorPage<Row>> => {
  const { pageNo, size, cursor } = query
  const answer = (rows: Row[], counted: number | null, next: Pick<CursorPageFields, 'next_cursor'>) => ({
    rows,
    page: { total: Math.min(counted ?? 0, count_max), pageNo, size, ...next },
    more: (counted ?? 0) > count_max,
  })
  if (cursor === undefined) {
    const offset = (pageNo - 1) * size
    const { rows, total } = await list({ offset, limit: Math.max(0, Math.min(size, count_max - offset)) })
    return answer(rows, total, {})
  }
  const after = cursor === CURSOR_START ? null : readCursor(secret_key, belongs, cursor)
  const [{ rows }, { total }] = await Promise.all([list({ after, limit: size }), list(COUNT_ONLY)])
  const last = rows.at(-1)
  const is_end = last === undefined || rows.length < size
  return answer(rows, total, { next_cursor: is_end ? null : writeCursor(secret_key, belongs, String(keyOf(last))) })
}

/** A key with its signature, in letters that an address may hold. */
export const writeCursor = (secret_key: Buffer, belongs: Belongs, key: string): string =>
  Buffer.concat([signatureOf(secret_key, belongs, key), Buffer.from(key)]).toString('base64url')

/** The key of a cursor; refuses one that was made up or changed, or that belongs to something else. */
export const readCursor = (secret_key: Buffer, belongs: Belongs, cursor: string): string => {
  const bytes = Buffer.from(cursor, 'base64url')
  const key = bytes.subarray(SIGNATURE_BYTES).toString()
  const signature = bytes.subarray(0, SIGNATURE_BYTES)
  // Also a second spelling of the same bytes is none of ours.
  const is_ours =
    signature.length === SIGNATURE_BYTES &&
    timingSafeEqual(signature, signatureOf(secret_key, belongs, key)) &&
    bytes.toString('base64url') === cursor
  if (!is_ours) throw new Refusal('cursor_invalid', { field: 'cursor' })
  return key
}

const signatureOf = (secret_key: Buffer, { call, uid, filter }: Belongs, key: string): Buffer =>
  createHmac('sha256', secret_key)
    .update(JSON.stringify(['list cursor', call, uid, filter, key]))
    .digest()
    .subarray(0, SIGNATURE_BYTES)
