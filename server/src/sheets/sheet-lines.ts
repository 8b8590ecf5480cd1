import type { LineProblem, SheetProblem, SheetRequest } from '@heatfleet/contract/sheets.ts'
import type { SheetText } from './read-sheet.ts'

/** A row by field, with manual corrections applied. */
export type SheetLine<Field extends string> = {
  /** 1-based, as spreadsheets count. */
  row: number
  cells: Partial<Record<Field, string>>
  /** Why the row is skipped; null = imported. */
  left_out: 'left_out_by_hand' | 'row_empty' | null
  /** Problems independent of the kind of list. */
  problems: SheetProblem<Field, LineProblem>[]
}

type Answers<Field extends string> = Pick<SheetRequest<Field>, 'mapping' | 'fixes' | 'left_out'>

/** Every row below the titles, including skipped ones, so that each gets a result. */
export function* sheetLines<Field extends string>(
  { rows, marks }: Pick<SheetText, 'rows' | 'marks'>,
  { mapping, ...request }: Answers<Field>,
): Generator<SheetLine<Field>> {
  const columns = Object.entries(mapping.columns) as [Field, number][] // the schema gives fields and numbers
  const fields = new Map(columns.map(([field, column]) => [column, field]))
  const left_out = new Set(request.left_out)
  const fixes = Map.groupBy(request.fixes, ({ row }) => row)
  for (let at = mapping.header_row; at < rows.length; at++) {
    const row = at + 1
    const line = rows[at] ?? []
    const cells: Partial<Record<Field, string>> = {}
    let is_empty = true
    for (const [field, column] of columns) {
      const text = line[column] ?? ''
      if (text !== '') is_empty = false
      cells[field] = text
    }
    for (const { field, value } of fixes.get(row) ?? []) {
      cells[field] = value.trim()
      if (cells[field] !== '') is_empty = false
    }
    const reason = left_out.has(row) ? 'left_out_by_hand' : is_empty ? 'row_empty' : null
    const problems = reason === null ? [] : [warning<Field>(reason, null, '')]
    const fixed = new Set(fixes.get(row)?.map(({ field }) => field))
    for (const { column, problem } of marks.get(at) ?? []) {
      const field = fields.get(column)
      if (reason === null && field !== undefined && !fixed.has(field))
        problems.push(warning(problem, field, (cells[field] ?? '').slice(0, 200)))
    }
    if (reason === null && line.some((text) => text.includes('\uFFFD')))
      problems.push(warning<Field>('damaged_text', null, ''))
    yield { row, cells, left_out: reason, problems }
  }
}

const warning = <Field extends string>(
  problem: LineProblem,
  field: Field | null,
  text: string,
): SheetProblem<Field, LineProblem> => ({ problem, severity: 'warning', field, text, fix: null })
