import type { DataQueryResult } from '@heatfleet/contract/data-query/data-query.ts'

type Cells = DataQueryResult['result'][number]['repeat_column']

/** A row of the table: all its cells, its number in the whole answer, and whether it begins an item. */
export type AnswerRow = { key: string; no: number; cells: Cells; is_first: boolean }

/** The rows of an answer's items, one after the other. */
export const answerRows = ({ result, addition }: DataQueryResult): AnswerRow[] => {
  const before = (addition.which_page - 1) * addition.page_size
  return result
    .flatMap(({ repeat_column, distinct_column }) =>
      distinct_column.map((cells, at) => ({ cells: { ...repeat_column, ...cells }, is_first: at === 0 })),
    )
    .map((row, at) => ({ ...row, no: before + at + 1, key: String(before + at + 1) }))
}
