import { api } from '@heatfleet/contract/api.ts'
import { DeviceGroupRule } from '@heatfleet/contract/device-groups/device-groups.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import s from './cells.module.css'

const NEW = 0

/** Names the group that holds whatever matches the filter, or puts it in the place of another one's. Mounted = open. */
export function SaveGroupDialog({ filter, onClose }: { filter: object; onClose: () => void }) {
  const rule = DeviceGroupRule.parse(filter)
  const t = useMessages('devices')
  const ui = useMessages('ui')
  const notify = useNotify()
  const create = useChange(api.createDeviceGroup)
  const edit = useChange(api.editDeviceGroup)
  const groups = useRead(api.deviceGroupList, { body: { kind: 'dynamic' } })
  const [group_id, setGroup] = useState<number>(NEW)
  const [name, setName] = useState('')
  const { busy, problem, send } = usePendingRequest()
  const own = (groups.data?.list ?? []).filter(({ lock }) => lock === null)
  const group = own.find((one) => one.group_id === group_id)
  const missing = group === undefined && name.trim() === '' ? t(($) => $.as_group.name_first) : undefined
  const save = async () => {
    const saved =
      group === undefined
        ? await create.mutateAsync({ body: { group_name: name, filter: rule } })
        : await edit.mutateAsync({
            params: { id: group.group_id },
            body: {
              group_name: group.group_name,
              description: group.description,
              filter: rule,
              updated_at: group.updated_at,
            },
          })
    notify.success(t(($) => $.as_group.saved, { name: saved.group_name, count: saved.member_count }))
    onClose()
  }
  return (
    <Dialog
      open
      title={t(($) => $.as_group.action)}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" busy={busy} disabledReason={missing} onClick={() => send(save)}>
            {t(($) => $.as_group.save)}
          </Button>
        </>
      }
    >
      <div className={s.fields}>
        <p>{t(($) => $.as_group.text)}</p>
        {own.length > 0 && (
          <SelectField
            label={t(($) => $.filters.group_id)}
            value={group_id}
            onChange={(next) => setGroup(next ?? NEW)}
            options={[
              { value: NEW, label: t(($) => $.as_group.new) },
              ...own.map((one) => ({ value: one.group_id, label: one.group_name })),
            ]}
          />
        )}
        {group === undefined && (
          <TextField label={t(($) => $.as_group.name)} required value={name} onChange={setName} />
        )}
      </div>
      <Problem problem={problem} />
    </Dialog>
  )
}
