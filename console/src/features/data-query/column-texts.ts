import type { QueryCalculation } from '@heatfleet/contract/data-query/data-query.ts'
import type { QueryTableName } from '@heatfleet/contract/data-query/tables.ts'
import { useMemo } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useColumnNames, useValueNames } from './table-texts.ts'

/** A column of an answer: `device.mac`, or `device.mac.count` where it is calculated. */
export type AnswerColumn = { table: QueryTableName; name: string; method: QueryCalculation | null }

/** The column that a name of an answer stands for. */
export const readLabel = (label: string): AnswerColumn => {
  const [table, name = '', method] = label.split('.')
  // Names of an answer are put together of these words by the server.
  return { table: table as QueryTableName, name, method: (method ?? null) as QueryCalculation | null }
}

type ColumnTexts = {
  table: (table: QueryTableName) => string
  /** Name of a column; with its table where several are chosen. */
  column: (
    column: { table: QueryTableName; name: string; method?: QueryCalculation | null },
    several: boolean,
  ) => string
  /** The word of a coded text; the text itself where it has none. */
  value: (table: QueryTableName, name: string, value: string) => string
}

/** Names of tables, columns and coded values in the person's language. */
export const useColumnTexts = (): ColumnTexts => {
  const t = useMessages('data-query')
  const columns = useColumnNames()
  const values = useValueNames()
  const texts: ColumnTexts = {
    table: (table) => t(($) => $.tables[table]),
    column: ({ table, name, method }, several) => {
      const column = columns[table].map((names) => names[name]).find((found) => found !== undefined) ?? name
      const placed = several ? t(($) => $.of_table, { table: t(($) => $.tables[table]), column }) : column
      return method === null || method === undefined
        ? placed
        : t(($) => $.calculated, { column: placed, method: t(($) => $.methods[method]) })
    },
    value: (table, name, value) => values[table][name]?.[value] ?? value,
  }
  // The texts change with the language alone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `t` is another function in another language
  return useMemo(() => texts, [t])
}
