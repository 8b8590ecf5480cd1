import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange, useRead } from '../cloud/call.ts'
import { useErrorText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { ReasonConfirm } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field-text.tsx'
import { useNotify } from '../ui/notify.tsx'
import { appUserName } from './app-user-name.ts'

type Person = { app_user_id: number; nick_name: string }

/** Transfers a device to another owner, entered by number and shown by name before confirmation. Mounted = open. */
export function TransferDialog(props: { mac: string; name: string; owner: Person; onClose: () => void }) {
  const t = useMessages('bindings')
  const notify = useNotify()
  const transfer = useChange(api.transferDevice)
  const [typed, setTyped] = useState('')
  const { person, hint, error } = usePerson(typed.trim(), props.owner)
  return (
    <ReasonConfirm
      danger
      title={t(($) => $.transfer.title, { device: props.name })}
      text={t(($) => $.transfer.text, { owner: appUserName(props.owner) })}
      confirm={t(($) => $.transfer.confirm)}
      max={LIMITS.reason_max}
      missing={person === null ? t(($) => $.transfer.to_first) : undefined}
      onClose={props.onClose}
      onConfirm={async (reason) => {
        if (person === null) return
        await transfer.mutateAsync({
          params: { id: props.owner.app_user_id, deviceId: props.mac },
          body: { to_app_user_id: person.app_user_id, reason },
        })
        notify.success(t(($) => $.transfer.done))
      }}
    >
      <TextField
        label={t(($) => $.transfer.to)}
        required
        autoFocus
        maxLength={10}
        value={typed}
        onChange={setTyped}
        hint={hint}
        error={error}
      />
    </ReasonConfirm>
  )
}

const NUMBER = /^[1-9]\d{0,9}$/

/** Validates the typed number: a text for the form; `person` is null unless it can become the owner. */
const usePerson = (typed: string, owner: Person): { person: Person | null; hint?: string; error?: string } => {
  const t = useMessages('bindings')
  const errorText = useErrorText()
  const is_number = NUMBER.test(typed)
  const found = useRead(api.appUserInfo, { params: { id: is_number ? typed : 0 } }, { enabled: is_number })
  if (!is_number) return { person: null, hint: t(($) => $.transfer.to_hint) }
  if (found.error !== null) return { person: null, error: errorText(found.error).message }
  if (found.data === undefined) return { person: null, hint: t(($) => $.transfer.looking) }
  if (found.data.app_user_id === owner.app_user_id) return { person: null, error: t(($) => $.transfer.same) }
  if (found.data.status === 'erased') return { person: null, error: t(($) => $.transfer.erased) }
  const name = appUserName(found.data)
  const contact = found.data.phone || found.data.email
  const hint =
    contact === '' ? t(($) => $.transfer.found, { name }) : t(($) => $.transfer.found_with, { name, contact })
  return { person: found.data, hint }
}
