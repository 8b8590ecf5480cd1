import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { RadioGroupField } from '../../ui/field.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import s from './cells.module.css'
import type { Target } from './device-actions.tsx'

const NEW = 0
const WAYS = ['add', 'remove'] as const

/** Puts devices into a list, a new one too, or takes them out. Mounted = open. */
export function GroupDialog(props: {
  target: Pick<Target, 'count' | 'device'>
  onBatch: (change: { group_id: number; member: boolean }) => Promise<void>
  onClose: () => void
}) {
  const { device, count } = props.target
  const t = useMessages('devices')
  const ui = useMessages('ui')
  const notify = useNotify()
  const create = useChange(api.createDeviceGroup)
  const change = useChange(api.deviceGroupMember)
  const groups = useRead(api.deviceGroupNames)
  const [group_id, setGroup] = useState<number>()
  const [how, setHow] = useState<(typeof WAYS)[number]>('add')
  const [group_name, setName] = useState('')
  const { busy, problem, send } = usePendingRequest()
  const lists = (groups.data ?? []).filter(({ dynamic, lock }) => !dynamic && lock === null)
  const options = [
    ...(how === 'add' ? [{ value: NEW, label: t(($) => $.group.new) }] : []),
    ...lists.map((group) => ({ value: group.group_id, label: group.group_name })),
  ]
  const missing =
    group_id === undefined || (group_id === NEW && group_name.trim() === '') ? t(($) => $.group.first) : undefined
  const save = async () => {
    const id =
      group_id === NEW ? (await create.mutateAsync({ body: { group_name, filter: null } })).group_id : (group_id ?? 0)
    const member = how === 'add'
    if (device === null) await props.onBatch({ group_id: id, member })
    else {
      await change.mutateAsync({ query: { mac: device.mac }, body: { group_id: id, member } })
      notify.success(t(($) => (member ? $.group.added : $.group.removed)))
    }
    props.onClose()
  }
  return (
    <Dialog
      open
      title={t(($) => $.group.title, { count })}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{ui(($) => $.cancel)}</Button>
          <Button kind="primary" busy={busy} disabledReason={missing} onClick={() => send(save)}>
            {t(($) => $.group.how[how])}
          </Button>
        </>
      }
    >
      <div className={s.fields}>
        <RadioGroupField<(typeof WAYS)[number]>
          label={t(($) => $.tags.how.label)}
          value={how}
          onChange={(next) => {
            setHow(next)
            setGroup(undefined)
          }}
          options={WAYS.map((way) => ({ value: way, label: t(($) => $.group.how[way]) }))}
        />
        <SelectField
          label={t(($) => $.filters.group_id)}
          required
          search
          value={group_id}
          onChange={setGroup}
          loading={groups.data === undefined}
          options={options}
        />
        {group_id === NEW && (
          <TextField label={t(($) => $.group.name)} required value={group_name} onChange={setName} />
        )}
      </div>
      <Problem problem={problem} />
    </Dialog>
  )
}
