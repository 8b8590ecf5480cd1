import type { AuditLine } from '@heatfleet/contract/audit/audit.ts'
import { useState } from 'react'
import { usePermission } from '../../cloud/session.ts'
import { ListTable } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { NoPermission } from '../../ui/states.tsx'
import styles from './audit.module.css'
import { EntryDrawer } from './entry-drawer.tsx'
import { auditOfMany, auditOfOne } from './list.tsx'

type AuditTableProps = {
  label: string
  /** Entries about one object (`product r290`) or all of its kind (`product`), or by and about one account. */
  filter: { object: string } | { account: number }
}

/** The part of the audit log that a detail page shows in its tab (needs `audit:view`), the newest entry first. */
export function AuditTable(props: AuditTableProps) {
  // A request without the right would itself be an entry of the log.
  return usePermission('audit:view') ? <Entries {...props} /> : <NoPermission permission="audit:view" />
}

function Entries({ label, filter }: AuditTableProps) {
  const is_one = 'object' in filter && filter.object.includes(' ')
  const list = useList(is_one ? auditOfOne : auditOfMany, undefined, { also: filter, embedded: true })
  const [open, setOpen] = useState<AuditLine | null>(null)
  return (
    <div className={styles.tab}>
      <ListTable of={list} label={label} onOpen={setOpen} />
      {open !== null && <EntryDrawer entry={open} onClose={() => setOpen(null)} />}
    </div>
  )
}
