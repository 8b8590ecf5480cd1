import { useState } from 'react'
import { type Column, type Layout, readLayout } from './data-table-columns.ts'

/** The layout of a table, kept per person in the browser under `storage_key`. */
export const useTableLayout = <Row>(storage_key: string, columns: readonly Column<Row>[]) => {
  const [layout, setLayout] = useState<Layout>(() => readLayout(localStorage.getItem(storage_key), columns))
  const keep = (next: Layout | null) => {
    if (next === null) localStorage.removeItem(storage_key)
    else localStorage.setItem(storage_key, JSON.stringify(next))
    setLayout(readLayout(next === null ? null : JSON.stringify(next), columns))
  }
  return [layout, keep] as const
}
