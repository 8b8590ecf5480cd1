import { lazy, Suspense, useState } from 'react'
import { loadLazyMessages, useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { FilterIcon } from '../../ui/icons.tsx'
import type { ListRequest } from './device-actions.tsx'

const SaveGroupDialog = lazy(async () => {
  const [{ SaveGroupDialog: part }] = await Promise.all([import('./save-group-dialog.tsx'), loadLazyMessages()])
  return { default: part }
})

/** Keeps the filter of the list as a group whose members are whatever matches it. */
export function SaveAsGroup({ request, filtered }: { request: ListRequest; filtered: boolean }) {
  const t = useMessages('devices')
  const missing_permission = useMissingPermission('device:tag')
  const [asking, setAsking] = useState(false)
  const { sort_by: _, sort_order: __, group_id, ...filter } = request.body ?? {}
  const is_rule = filtered && group_id === undefined && filter.quick !== 'favourites'
  return (
    <>
      <Button
        kind="text"
        size="small"
        icon={FilterIcon}
        disabledReason={missing_permission ?? (is_rule ? undefined : t(($) => $.as_group.filter_first))}
        onClick={() => setAsking(true)}
      >
        {t(($) => $.as_group.action)}
      </Button>
      <Suspense>{asking && <SaveGroupDialog filter={filter} onClose={() => setAsking(false)} />}</Suspense>
    </>
  )
}
