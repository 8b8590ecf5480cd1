import type { AuditLine } from '@heatfleet/contract/audit/audit.ts'
import { useState } from 'react'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { EntryDrawer } from './entry-drawer.tsx'
import { auditLog } from './list.tsx'

/** The audit log (product 3.40): who did what to what, from where, and how it ended. */
export function Component() {
  const t = useMessages('audit')
  const list = useList(auditLog, undefined)
  const [open, setOpen] = useState<AuditLine | null>(null)
  return (
    <ListScreen of={list} title={t(($) => $.title)} note={t(($) => $.note)} onOpen={setOpen}>
      {open !== null && <EntryDrawer entry={open} onClose={() => setOpen(null)} />}
    </ListScreen>
  )
}
