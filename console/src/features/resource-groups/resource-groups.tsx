import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ResourceGroup } from '@heatfleet/contract/resource-groups/resource-groups.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { GroupDrawer } from './group-drawer.tsx'
import { groups, useGroupName } from './list.tsx'

/**
 * Resource groups (product 3.40): the part of the fleet that an account sees; `?group=` opens one, `new` creates one.
 */
export function Component() {
  const t = useMessages('resource-groups')
  const notify = useNotify()
  const nameOf = useGroupName()
  const missing_permission = useMissingPermission('resgroup:edit')
  const [removing, setRemoving] = useState<ResourceGroup | null>(null)
  const [query, setQuery] = useSearchParams()
  const remove = useChange(api.deleteResourceGroup)
  const list = useList(groups, { onDelete: setRemoving })
  const opened = query.get('group')
  const open = (group: string | null) =>
    setQuery((before) => {
      const after = new URLSearchParams(before)
      if (group === null) after.delete('group')
      else after.set('group', group)
      return after
    })
  return (
    <ListScreen
      of={list}
      title={t(($) => $.title)}
      actions={
        <Button kind="primary" icon={PlusIcon} disabledReason={missing_permission} onClick={() => open('new')}>
          {t(($) => $.create)}
        </Button>
      }
    >
      {opened !== null && (
        <GroupDrawer key={opened} id={opened === 'new' ? null : Number(opened)} onClose={() => open(null)} />
      )}
      {removing !== null && (
        <ReasonConfirm
          title={t(($) => $.delete.title, { name: nameOf(removing) })}
          text={t(($) => $.delete.text)}
          confirm={t(($) => $.delete.action)}
          danger
          max={LIMITS.reason_max}
          onClose={() => setRemoving(null)}
          onConfirm={async (reason) => {
            await remove.mutateAsync({ params: { id: removing.group_id }, query: { reason } })
            notify.success(t(($) => $.delete.done, { name: nameOf(removing) }))
            setRemoving(null)
          }}
        />
      )}
    </ListScreen>
  )
}
