import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { SheetLook, SheetMapping } from '@heatfleet/contract/sheets.ts'
import type { SheetText } from './read-sheet.ts'

/** Known column titles of a list by field. Compared without case, blanks and brackets. */
export type Titles<Field extends string> = Readonly<Record<Field, readonly string[]>>

const plain = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[（(［[【].*?[)）\]］】]/g, '')
    .replaceAll(/[\s_\-.:：*]+/g, '')

/** Rows at the top that may be headlines before the titles. */
const TITLES_WITHIN = 20

/** Fields of a sheet's columns by their titles. */
export const titleReader = <Field extends string>(titles: Titles<Field>) => {
  const field_of = new Map(
    (Object.entries(titles) as [Field, readonly string[]][]) // of a table by field
      .flatMap(([field, names]) => names.map((name) => [plain(name), field] as const)),
  )
  /** The field of a title; null = unknown. */
  const fieldOf = (title: string): Field | null => field_of.get(plain(title)) ?? null

  /** The row with the most known titles and its column mapping; the first of two equal titles counts. */
  const guessMapping = (rows: readonly (readonly string[])[]): SheetMapping<Field> => {
    let best: SheetMapping<Field> = { header_row: 0, columns: {} }
    let most = 1
    rows.slice(0, TITLES_WITHIN).forEach((row, at) => {
      const columns: SheetMapping<Field>['columns'] = {}
      row.forEach((title, column) => {
        const field = fieldOf(title)
        if (field !== null) columns[field] ??= column
      })
      const found = Object.keys(columns).length
      if (found <= most) return
      most = found
      best = { header_row: at + 1, columns }
    })
    return best
  }

  /** The sheet without a manual mapping. */
  const lookAt = ({ sheets, sheet, rows }: SheetText): SheetLook<Field> => {
    const mapping = guessMapping(rows)
    const titled = rows[mapping.header_row - 1] ?? []
    const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
    return {
      sheets,
      sheet,
      rows: rows.length - mapping.header_row,
      columns: Array.from({ length: width }, (_, column) => ({
        title: (titled[column] ?? '').slice(0, 100),
        samples: samplesOf(rows, mapping.header_row, column),
        guess: fieldOf(titled[column] ?? ''),
      })),
      mapping,
    }
  }
  return { fieldOf, guessMapping, lookAt }
}

const samplesOf = (rows: readonly (readonly string[])[], from: number, column: number): string[] => {
  const samples: string[] = []
  for (let at = from; at < rows.length && samples.length < LIMITS.import_samples; at++) {
    const cell = rows[at]?.[column] ?? ''
    if (cell !== '') samples.push(cell.slice(0, 60))
  }
  return samples
}
