import type { ListName } from '@heatfleet/contract/list-preferences/list-preferences.ts'
import { useMemo } from 'react'
import { type Column, layoutFor } from '../ui/data-table-columns.ts'
import { useDisplay } from '../ui/display.ts'
import { layoutOf, useKeepLayout, useOwnLists } from './own-lists.ts'

/** The layout of a table as the account keeps it, and a way to change it; null = the account keeps none. */
export const useTableLayout = <Row>(list: ListName | null, columns: readonly Column<Row>[]) => {
  const density = useDisplay((display) => display.density)
  const stored = layoutOf(useOwnLists(), list)
  const layout = useMemo(() => layoutFor(stored, columns, density), [stored, columns, density])
  return [layout, useKeepLayout(list)] as const
}
