import { useState } from 'react'
import { type Column, type Layout, readLayout } from './data-table-columns.ts'
import { useDisplay } from './display.ts'

/** The layout of a table, kept per person in the browser under `storage_key`. */
export const useTableLayout = <Row>(storage_key: string, columns: readonly Column<Row>[]) => {
  const density = useDisplay((display) => display.density)
  const [layout, setLayout] = useState<Layout>(() => readLayout(localStorage.getItem(storage_key), columns, density))
  const keep = (next: Layout | null) => {
    if (next === null) localStorage.removeItem(storage_key)
    else localStorage.setItem(storage_key, JSON.stringify(next))
    setLayout(readLayout(next === null ? null : JSON.stringify(next), columns, density))
  }
  return [layout, keep] as const
}
