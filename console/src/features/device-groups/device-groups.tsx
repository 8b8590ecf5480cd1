import { api } from '@heatfleet/contract/api.ts'
import type { DeviceGroup } from '@heatfleet/contract/device-groups/device-groups.ts'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../cloud/call.ts'
import { ListScreen } from '../../lists/list-screen.tsx'
import { useList } from '../../lists/use-list.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { FilterIcon, PlusIcon } from '../../ui/icons.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { GroupDrawer } from './group-drawer.tsx'
import { deviceGroups } from './list.tsx'

/** Groups of devices (product 3.40): lists of units, and filters under a name. */
export function Component() {
  const t = useMessages('device-groups')
  const notify = useNotify()
  const navigate = useNavigate()
  const missing_permission = useMissingPermission('device:tag')
  const [edited, setEdited] = useState<DeviceGroup | 'new' | null>(null)
  const [removing, setRemoving] = useState<DeviceGroup | null>(null)
  const remove = useChange(api.deleteDeviceGroup)
  const list = useList(deviceGroups, { onEdit: setEdited, onDelete: setRemoving })
  return (
    <ListScreen
      of={list}
      title={t(($) => $.title)}
      actions={
        <>
          <Button
            icon={FilterIcon}
            disabledReason={missing_permission}
            onClick={() => void navigate('/device/device-list')}
          >
            {t(($) => $.create_dynamic)}
          </Button>
          <Button kind="primary" icon={PlusIcon} disabledReason={missing_permission} onClick={() => setEdited('new')}>
            {t(($) => $.create)}
          </Button>
        </>
      }
    >
      {edited !== null && <GroupDrawer group={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {removing !== null && (
        <PlainConfirm
          danger
          title={t(($) => $.delete.title, { name: removing.group_name })}
          text={t(($) => $.delete.text)}
          confirm={t(($) => $.delete.action)}
          onClose={() => setRemoving(null)}
          onConfirm={async () => {
            const { group_id, updated_at } = removing
            await remove.mutateAsync({ params: { id: group_id }, query: { updated_at } })
            notify.success(t(($) => $.delete.done, { name: removing.group_name }))
          }}
        />
      )}
    </ListScreen>
  )
}
