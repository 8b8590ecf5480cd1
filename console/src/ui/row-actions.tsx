import type { ReactNode } from 'react'
import type { Column } from './data-table-columns.ts'
import { MoreIcon } from './icons.tsx'
import { DropdownMenu, type MenuItem } from './menu.tsx'
import styles from './row-actions.module.css'

const WIDTH_PX = 44

/** The last column of a list: actions of a row, always visible. */
export const actionsColumn = <Row,>(
  title: string,
  cell: (row: Row) => ReactNode,
): Column<Row> & { key: 'actions' } => ({
  key: 'actions',
  title,
  width_px: WIDTH_PX,
  fixed: 'end',
  always: true,
  bare: true,
  cell,
})

/** A row's menu behind three dots; `label` names the row for screen readers. */
export function RowActions({ label, items }: { label: string; items: readonly MenuItem[] }) {
  return (
    <DropdownMenu
      label={label}
      trigger={(button) => (
        <button type="button" {...button} className={styles.more} aria-label={label}>
          <MoreIcon />
        </button>
      )}
      items={items}
    />
  )
}
