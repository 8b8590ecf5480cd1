import type { ReactNode } from 'react'
import { useIsMissingPermission } from '../messages/missing-permission.ts'
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

/**
 * A row's menu behind three dots; `label` names the row for screen readers. Actions whose right the viewer lacks are left
 * out, for no row ever offers them; what this row does not permit now stays, greyed with its reason.
 */
export function RowActions({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const isMissingPermission = useIsMissingPermission()
  const permitted = items.filter((item) => 'divider' in item || !isMissingPermission(item.disabledReason))
  const offered = permitted.filter(
    (item, at) =>
      !('divider' in item) || (at > 0 && at < permitted.length - 1 && !('divider' in (permitted[at - 1] ?? item))),
  )
  if (offered.length === 0) return null
  return (
    <DropdownMenu
      label={label}
      trigger={(button) => (
        <button type="button" {...button} className={styles.more} aria-label={label}>
          <MoreIcon />
        </button>
      )}
      items={offered}
    />
  )
}
