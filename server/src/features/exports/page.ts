import type { ExportColumnOf, ExportKind } from '@heatfleet/contract/exports/exports.ts'
import type { Cell, ExportRow } from './source.ts'

/** One column of a page, in the form its source has it. */
export type PageColumn =
  | { kind: 'cells'; cellOf: (row: number) => Cell }
  /** The same in every row. */
  | { kind: 'same'; cell: Cell }
  /** NaN = an empty cell. */
  | { kind: 'numbers'; values: Float64Array }
  /** Unix ms. */
  | { kind: 'moments'; at_ms: Float64Array }
  /** Few different cells, each known by a number below 256. */
  | { kind: 'coded'; codes: Uint8Array; cellOf: (code: number) => Cell }

/** Some rows of a file, in columns; columns not requested may be present, missing ones are empty. `part` = the file of an archive. */
export type Page = { rows: number; part?: string | undefined; columns: Readonly<Partial<Record<string, PageColumn>>> }
/** The same with the columns of a kind. */
export type ExportPage<Kind extends ExportKind> = Page & {
  columns: Readonly<Partial<Record<ExportColumnOf<Kind>, PageColumn>>>
}

/** Rows as a page. */
export const pageOfRows = <Kind extends ExportKind>(
  rows: readonly ExportRow<Kind>[],
  keys: readonly ExportColumnOf<Kind>[],
): Page => ({
  rows: rows.length,
  columns: Object.fromEntries(
    keys.map((key) => [key, { kind: 'cells', cellOf: (row: number) => rows[row]?.[key] ?? null }] as const),
  ),
})

/** The cell of a row. */
export const cellOf = (column: PageColumn | undefined, row: number): Cell => {
  switch (column?.kind) {
    case undefined:
      return null
    case 'cells':
      return column.cellOf(row)
    case 'same':
      return column.cell
    case 'numbers': {
      const value = column.values[row] ?? Number.NaN
      return Number.isNaN(value) ? null : value
    }
    case 'moments':
      return new Date(column.at_ms[row] ?? Number.NaN)
    case 'coded':
      return column.cellOf(column.codes[row] ?? 0)
  }
}
