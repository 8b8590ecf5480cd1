import type { DataQuery, DataQueryResult } from '@heatfleet/contract/data-query/data-query.ts'
import type { CheckedQuery } from './check-query.ts'
import type { QueryPage } from './store.ts'

type Item = DataQueryResult['result'][number]
type Cells = Item['repeat_column']
type Cell = Cells[string]

/** The answer as the specification formats it: what repeats is written once for the rows that share it. */
export const toResult = (
  { selected, repeat }: Pick<CheckedQuery, 'selected' | 'repeat'>,
  { pageNo, pageSize }: DataQuery['addition'],
  { rows, total }: QueryPage,
): DataQueryResult => {
  const labels = selected.map(({ label }) => label)
  const distinct = labels.filter((label) => !repeat.includes(label))
  const result: Item[] = []
  for (const row of rows) {
    const cells: Cells = Object.fromEntries(labels.map((label, at) => [label, toCell(row[at])]))
    const distinct_column = pick(cells, distinct)
    const last = result.at(-1)
    if (last !== undefined && repeat.every((label) => last.repeat_column[label] === cells[label]))
      last.distinct_column.push(distinct_column)
    else result.push({ repeat_column: pick(cells, repeat), distinct_column: [distinct_column] })
  }
  return {
    record_count: rows.length,
    format: { repeat_column: [...repeat], distinct_column: distinct },
    result,
    addition: {
      which_page: pageNo,
      page_size: pageSize,
      total_page: Math.ceil(total / pageSize),
      total_count: total,
    },
  }
}

const pick = (cells: Cells, labels: readonly string[]): Cells =>
  Object.fromEntries(labels.map((label) => [label, cells[label] ?? null]))

const toCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null
  if (value instanceof Date) return value.toISOString()
  // Columns hold nothing else: see QUERY_KINDS.
  return value as Exclude<Cell, null>
}
