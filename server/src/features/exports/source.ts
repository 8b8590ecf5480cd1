import type { ExportColumnOf, ExportKind, ExportRequestOf } from '@heatfleet/contract/exports/exports.ts'
import type { ColumnTexts, FindText } from '@heatfleet/contract/exports/kind-texts.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { Caller } from '../../caller.ts'
import type { ExportPage } from './page.ts'

/** What one cell may hold: numbers stay numbers, moments are written in the person's zone, null is empty; several codes are each put into words. */
export type Cell = string | number | boolean | Date | null | readonly string[]
/** The values of one row by column; columns not requested may be present. */
export type ExportRow<Kind extends ExportKind> = Readonly<Partial<Record<ExportColumnOf<Kind>, Cell>>>

/** What is known of a kind of export whatever its rows come from. */
type AboutExport<Kind extends ExportKind> = {
  /** Null = any signed-in account, for rows of its own. */
  needs: Permission | null
  /** Rows that match now; an estimate where counting would be reading. */
  count: (caller: Caller, request: ExportRequestOf<Kind>) => Promise<number>
  /** The period a record shows beside its name, for kinds that have one. */
  period?: (request: ExportRequestOf<Kind>) => { from: string | null; to: string | null }
}

/**
 * Where the rows of one kind of export come from. Every call is given the caller as he is at that moment, and must keep
 * to his scope and mask what he may not see: rights and scope may change while a long export runs.
 */
export type ExportSource<Kind extends ExportKind> = AboutExport<Kind> & {
  /**
   * The next rows in the order of a key that never changes, at most `limit`; `after` is null at first, then what the
   * call before gave as `last`. `last: null` = there are no more.
   */
  list: (
    caller: Caller,
    request: ExportRequestOf<Kind>,
    after: string | null,
    limit: number,
  ) => Promise<{ rows: ExportRow<Kind>[]; last: string | null }>
}

/** The same where a row depends on those before it, or there are millions: one stream, in columns, some thousands of rows at a time. */
export type StreamedExport<Kind extends ExportKind> = AboutExport<Kind> & {
  /** Titles and texts that no catalogue has, such as those of a product's points. */
  columnTexts: (caller: Caller, request: ExportRequestOf<Kind>, find: FindText) => Promise<ColumnTexts[]>
  /** `readCaller` is to be called before each page is given. */
  stream: (readCaller: () => Promise<Caller>, request: ExportRequestOf<Kind>) => AsyncIterable<ExportPage<Kind>>
}

/** One source for each kind of the contract: a missing one does not compile. */
export type ExportSources = { readonly [Kind in ExportKind]: ExportSource<Kind> | StreamedExport<Kind> }
