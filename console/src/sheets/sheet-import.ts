import type {
  LineProblem,
  SheetCounts,
  SheetFix,
  SheetLook,
  SheetMapping,
  SheetRequest,
  SheetRow,
} from '@heatfleet/contract/sheets.ts'
import type { ReactNode } from 'react'
import type { Column } from '../ui/data-table-columns.ts'

/** An uploaded file and the chosen sheet. */
export type SheetFile = { file_name: string; content: string; sheet: string | null }

/** Choices of the viewer: fields of the columns, and corrections of single rows. */
export type Choices<Field extends string> = {
  mapping: SheetMapping<Field>
  mode: SheetRequest<Field>['mode']
  fixes: SheetFix<Field>[]
  left_out: number[]
}

/** A row with these fields and problems. */
export type ImportRow<Field extends string, Own extends string> = SheetRow<Field, Own | LineProblem>

/**
 * The result of a dry run; `removed` = existing entries that are missing in the file and would be removed by `replace`.
 */
export type DryRunResult<Row> = { revision: number | string; counts: SheetCounts; rows: Row[]; removed: string[] }

/** A kind of import: its calls for inspection, dry run and import, and the texts of its fields and problems. */
export type SheetImport<Field extends string, Own extends string, Row extends ImportRow<Field, Own>> = {
  title: string
  fields: readonly Field[]
  fieldText: (field: Field) => string
  /** The name of a field that a row changes. */
  changedText: (field: string) => string
  problemText: (problem: Own, text: string) => string
  /** Columns that identify the row, between its outcome and its problems. */
  columns: readonly Column<Row>[]
  /** The label of the choice between adding and replacing; null = it is never replaced. */
  mode: string | null
  /** Kinds of files that are read beside sheets, as `.md`. */
  accept_more?: string
  /** Further choices on how the file is read, above its columns; `reread` reads the file again under them. */
  aboveColumns?: (state: {
    busy: boolean
    reread: () => void
    look: SheetLook<Field>
    mapping: SheetMapping<Field>
  }) => ReactNode
  /** What is asked about the file as a whole, above the results; `recheck` runs the dry run again. */
  aboveResults?: (state: { recheck: () => void; look: SheetLook<Field>; mapping: SheetMapping<Field> }) => ReactNode
  /** Lines may also be pasted. */
  paste?: { label: string; hint: string }
  removedText: (count: number) => string
  applyText: (count: number) => string
  appliedText: (count: number) => string
  inspection: (file: SheetFile) => Promise<SheetLook<Field>>
  check: (request: SheetFile & Choices<Field>) => Promise<DryRunResult<Row>>
  apply: (request: SheetFile & Choices<Field>, revision: DryRunResult<Row>['revision']) => Promise<SheetCounts>
}
