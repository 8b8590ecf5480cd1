import { Age } from './age.tsx'
import type { Column } from './data-table-columns.ts'

/** A column of ages, sorted by its own key. */
export const ageColumn = <const Key extends string>(
  key: Key,
  title: string,
  width_px = 110,
): Column<Record<Key, string | null>, Key> => ({
  key,
  title,
  width_px,
  sort_key: key,
  cell: (row) => <Age at={row[key]} />,
  plain: (row) => row[key],
})
