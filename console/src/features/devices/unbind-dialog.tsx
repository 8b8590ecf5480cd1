import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { appUserName } from '../../bindings/app-user-name.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { ReasonConfirm } from '../../ui/confirm-dialog.tsx'
import { SwitchField } from '../../ui/field-check.tsx'
import { useNotify } from '../../ui/notify.tsx'
import s from './cells.module.css'
import type { Unit } from './unit-items.tsx'

type Input = { reason: string; notify: 'yes' | 'no' }

/** Takes a unit from everybody who has it, after naming them as far as the person may see them. Mounted = open. */
export function UnbindDialog({ unit, onClose }: { unit: Unit; onClose: () => void }) {
  const t = useMessages('devices')
  const notify = useNotify()
  const unbind = useChange(api.unbindAll)
  const { mac } = unit
  const name = unit.device_name || mac
  const { data } = useRead(api.bindUserList, { query: { mac } })
  const people = data?.list ?? []
  const missing =
    data === undefined
      ? t(($) => $.actions.unbind.loading)
      : people.length === 0
        ? t(($) => $.actions.unbind.nobody)
        : undefined
  return (
    <Confirm
      title={t(($) => $.actions.unbind.title_of, { name })}
      missing={missing}
      people={people.map((person) => [appUserName(person), person.phone || person.email].filter(Boolean).join(' · '))}
      onClose={onClose}
      onSend={async (input) => {
        const { unbound } = await unbind.mutateAsync({ body: { mac, users: people.length, ...input } })
        notify.success(t(($) => $.actions.unbind.done, { name, count: unbound }))
      }}
    />
  )
}

/** The same for many units, in the background. */
export function UnbindMany(props: { count: number; onBatch: (input: Input) => Promise<void>; onClose: () => void }) {
  const t = useMessages('devices')
  const title = t(($) => $.actions.unbind.title, { count: props.count })
  return <Confirm is_many title={title} people={[]} onClose={props.onClose} onSend={props.onBatch} />
}

type ConfirmProps = {
  title: string
  is_many?: boolean
  people: readonly string[]
  missing?: string | undefined
  onClose: () => void
  onSend: (input: Input) => Promise<unknown>
}

function Confirm({ title, is_many = false, people, missing, onClose, onSend }: ConfirmProps) {
  const t = useMessages('devices')
  const [notifies, setNotifies] = useState(true)
  return (
    <ReasonConfirm
      danger
      title={title}
      text={t(($) => (is_many ? $.actions.unbind.text_batch : $.actions.unbind.text))}
      confirm={t(($) => $.actions.one.unbind)}
      max={LIMITS.reason_max}
      missing={missing}
      onClose={onClose}
      onConfirm={(reason) => onSend({ reason, notify: notifies ? 'yes' : 'no' })}
    >
      {people.length > 0 && (
        <ul className={s.people}>
          {people.map((person) => (
            <li key={person}>{person}</li>
          ))}
        </ul>
      )}
      <SwitchField label={t(($) => $.actions.unbind.notify)} checked={notifies} onChange={setNotifies} />
    </ReasonConfirm>
  )
}
