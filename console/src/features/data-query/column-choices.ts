import type { QueryColumn } from '@heatfleet/contract/data-query/columns.ts'
import { QUERY_TABLES, type QueryTableName } from '@heatfleet/contract/data-query/tables.ts'
import { useSession } from '../../cloud/session.ts'
import { useMissingPermissionText } from '../../messages/missing-permission.ts'
import type { Choice } from '../../ui/field.tsx'
import { useColumnTexts } from './column-texts.ts'
import type { QueryDraft } from './query-draft.ts'

type Found = { table: QueryTableName; name: string; column: QueryColumn }

/** Columns of some tables. */
const columnsOf = (tables: readonly QueryTableName[]): Found[] =>
  tables.flatMap((table) =>
    Object.entries(QUERY_TABLES[table].columns).map(([name, column]: [string, QueryColumn]) => ({
      table,
      name,
      column,
    })),
  )

/** `table.name`, as select fields have a column. */
export const keyOf = ({ table, name }: { table?: QueryTableName | undefined; name: string }): string =>
  `${table ?? ''}.${name}`

/** The column that a select field gave. */
export const readKey = (key: string): { table: QueryTableName; name: string } => {
  const [table = '', name = ''] = key.split('.')
  // Keys are those of {@link keyOf} over tables of the contract.
  return { table: table as QueryTableName, name }
}

/** Choices of columns of the query's tables; those that need a right which is missing are shown with it. */
export const useColumnChoices = (
  draft: QueryDraft,
): ((fits?: (found: Found) => boolean, tables?: readonly QueryTableName[]) => Choice<string>[]) => {
  const texts = useColumnTexts()
  const missingText = useMissingPermissionText()
  const permissions = useSession((session) => session.user?.permissions)
  const chosen = draft.select.map(({ table }) => table)
  return (fits = () => true, tables = chosen) =>
    columnsOf(tables)
      .filter(fits)
      .map((found) => {
        const { right } = found.column
        const label = texts.column(found, tables.length > 1)
        const missing = right !== undefined && permissions?.includes(right) !== true
        return {
          value: keyOf(found),
          label: missing ? `${label} (${missingText(right)})` : label,
          ...(missing ? { disabled: true } : {}),
        }
      })
}
