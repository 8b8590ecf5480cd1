import { api } from '@heatfleet/contract/api.ts'
import type { AuditLine } from '@heatfleet/contract/audit/audit.ts'
import { useState } from 'react'
import { useRead } from '../cloud/call.ts'
import { usePermission } from '../cloud/session.ts'
import { useMessages } from '../messages/messages.ts'
import { DataTable } from '../ui/data-table.tsx'
import { defaultLayout } from '../ui/data-table-columns.ts'
import type { TablePaging } from '../ui/data-table-props.ts'
import { PAGE_SIZES } from '../ui/list-address.ts'
import { statusOf } from '../ui/list-status.tsx'
import { NeverAny, NoPermission } from '../ui/states.tsx'
import styles from './audit.module.css'
import { useAuditColumns } from './columns.tsx'
import { LineDrawer } from './line-drawer.tsx'

const NO_LINES: readonly AuditLine[] = []
/** What a tab shows of the columns of the log: an account and a kind have many objects, one object has reasons. */
const SHOWN = {
  many: ['at', 'user_name', 'action', 'object', 'change', 'result', 'address'],
  one: ['at', 'user_name', 'action', 'change', 'reason', 'result', 'address'],
} as const satisfies Record<string, readonly string[]>

type AuditTableProps = {
  label: string
  /** The lines about one object (`product r290`) or all of its kind (`product`), or by and about one account. */
  filter: { object: string } | { account: number }
}

/** The part of the audit log that a detail page shows in its tab (needs `audit:view`), the newest line first. */
export function AuditTable(props: AuditTableProps) {
  // Asking without the right would itself be a line of the log.
  return usePermission('audit:view') ? <Lines {...props} /> : <NoPermission permission="audit:view" />
}

function Lines({ label, filter }: AuditTableProps) {
  const t = useMessages('audit')
  const [paging, setPaging] = useState<TablePaging>({ pageNo: 1, size: 20 })
  const [sort_order, setOrder] = useState<'asc' | 'desc'>('desc')
  const [open, setOpen] = useState<AuditLine | null>(null)
  const read = useRead(api.auditList, { query: paging, body: { ...filter, sort_order } }, { placeholder: 'keep' })
  const is_one = 'object' in filter && filter.object.includes(' ')
  const shown: readonly string[] = SHOWN[is_one ? 'one' : 'many']
  const columns = useAuditColumns().filter(({ key }) => shown.includes(key))
  return (
    <div className={styles.tab}>
      <DataTable
        label={label}
        columns={columns}
        layout={{ ...defaultLayout(columns), shown: [...shown] }}
        rows={read.data?.list ?? NO_LINES}
        keyOf={({ audit_id }) => String(audit_id)}
        nameOf={({ action, object }) => `${action} ${object}`}
        total={read.data?.total ?? 0}
        status={statusOf(read, 'audit:view')}
        empty={<NeverAny title={t(($) => $.never)} />}
        sort={{ by: 'at', order: sort_order }}
        onSort={({ order }) => setOrder(order)}
        paging={paging}
        page_sizes={PAGE_SIZES}
        onPaging={setPaging}
        onOpen={setOpen}
        summary={read.data === undefined ? '' : t(($) => $.total, { count: read.data.total })}
      />
      {open !== null && <LineDrawer line={open} onClose={() => setOpen(null)} />}
    </div>
  )
}
