import type { Parts } from './send.ts'
import type { CallRow } from './types.ts'

/** What of an answer says how it goes on. */
type Page = { list?: unknown[]; total?: number; rows?: unknown[]; next_cursor?: string | null; more?: boolean }

/** Entries of a page where the caller does not say: fewer calls than the smallest, shorter ones than the largest. */
const SIZE = 200

/** True where the caller names neither a page nor an order: then a list is read by cursor, which misses nothing. */
const isWhole = ({ query, body }: Parts): boolean => {
  const named = { ...(query as object | undefined), ...(body as object | undefined) }
  return !['pageNo', 'sort_by', 'sort_order'].some((name) => name in named)
}

/** The pages of a call, one request for each as they are read. */
export const pagesOf = async function* (
  row: CallRow | undefined,
  call: (parts: Parts) => Promise<unknown>,
  parts: Parts,
): AsyncGenerator<Page, void, undefined> {
  if (row?.pages === undefined) throw new TypeError('The answer of this call does not come in pages.')
  const asked = { ...parts.query } as { pageNo?: number; size?: number; cursor?: string } // of a call that comes in pages
  if (row.pages === 'cursor') {
    let cursor: object = {}
    for (;;) {
      const page = (await call({ ...parts, query: { ...asked, ...cursor } })) as Page // its `rows`, by the table
      yield page
      if (page.more !== true) return
      cursor = { cursor: page.next_cursor }
    }
  }
  const size = asked.size ?? SIZE
  if (row.pages === 'list-cursor' && isWhole(parts)) {
    let cursor: string | null = asked.cursor ?? 'start'
    while (cursor !== null) {
      const page = (await call({ ...parts, query: { ...asked, size, cursor } })) as Page // its `list`, by the table
      yield page
      cursor = page.next_cursor ?? null
    }
    return
  }
  for (let pageNo = asked.pageNo ?? 1; ; pageNo += 1) {
    const page = (await call({ ...parts, query: { ...asked, pageNo, size } })) as Page // its `list`, by the table
    yield page
    if (pageNo * size >= (page.total ?? 0) || page.list?.length === 0) return
  }
}
