import type {
  LineProblem,
  SheetAsk,
  SheetCounts,
  SheetFix,
  SheetLook,
  SheetMapping,
  SheetRow,
} from '@heatfleet/contract/sheets.ts'
import type { Column } from '../ui/data-table-columns.ts'

/** A chosen file as it is sent, and which of its sheets. */
export type SheetFile = { file_name: string; content: string; sheet: string | null }

/** What a person says of a sheet: what its columns mean, and the answers to single lines. */
export type Choices<Field extends string> = {
  mapping: SheetMapping<Field>
  mode: SheetAsk<Field>['mode']
  fixes: SheetFix<Field>[]
  left_out: number[]
}

/** A line of a list whose fields and own problems are such. */
export type LineOf<Field extends string, Own extends string> = SheetRow<Field, Own | LineProblem>

/** The verdicts of a dry run; `removed` = what the list does not have and `replace` would remove. */
export type Judged<Row> = { revision: number | string; counts: SheetCounts; rows: Row[]; removed: string[] }

/** What a list is of: the calls that look at it, try it and take it, and the words for its fields and problems. */
export type SheetImport<Field extends string, Own extends string, Row extends LineOf<Field, Own>> = {
  title: string
  fields: readonly Field[]
  fieldText: (field: Field) => string
  /** The name of what a line changes of the thing it is about. */
  changedText: (field: string) => string
  problemText: (problem: Own, text: string) => string
  /** What tells the line from others, between its verdict and what is to be said of it. */
  columns: readonly Column<Row>[]
  /** The question what becomes of things that the list does not have. */
  mode: string
  removedText: (count: number) => string
  applyText: (count: number) => string
  appliedText: (count: number) => string
  look: (file: SheetFile) => Promise<SheetLook<Field>>
  check: (ask: SheetFile & Choices<Field>) => Promise<Judged<Row>>
  apply: (ask: SheetFile & Choices<Field>, revision: Judged<Row>['revision']) => Promise<SheetCounts>
}
