import type { ExportKind, ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import type { Caller } from '../../caller.ts'
import { COUNT_ONLY, type ListPage, type ListPart } from '../../platform/list-page.ts'
import type { ExportRow, ExportSource } from './source.ts'

type ListOf<Kind extends ExportKind, Row> = Pick<ExportSource<Kind>, 'needs' | 'period'> & {
  /** The list of the screen: its page, its rows for files, and its count are one query. */
  list: <Part extends ListPart>(
    caller: Caller,
    request: ExportRequestOf<Kind>,
    part: Part,
  ) => Promise<ListPage<Row, Part>>
  /** The key by which the list continues behind a row. */
  keyOf: (row: Row) => string | number
  toRows: (
    rows: Row[],
    caller: Caller,
    request: ExportRequestOf<Kind>,
  ) => ExportRow<Kind>[] | Promise<ExportRow<Kind>[]>
}

/** The rows of a list as the source of a file. */
export const listSource = <Kind extends ExportKind, Row>({
  list,
  keyOf,
  toRows,
  ...about
}: ListOf<Kind, Row>): ExportSource<Kind> => ({
  ...about,
  count: async (caller, request) => (await list(caller, request, COUNT_ONLY)).total,
  list: async (caller, request, after, limit) => {
    const { rows } = await list(caller, request, { after, limit })
    const last = rows.at(-1)
    return {
      rows: await toRows(rows, caller, request),
      last: last === undefined || rows.length < limit ? null : String(keyOf(last)),
    }
  },
})
