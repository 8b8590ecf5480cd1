import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange } from '../cloud/call.ts'
import { useMessages } from '../messages/messages.ts'
import { ReasonConfirm } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field-text.tsx'
import { useNotify } from '../ui/notify.tsx'
import { appUserName } from './app-user-name.ts'
import { PersonSuggestions } from './person-suggestions.tsx'
import { isPersonId, type Person, usePerson } from './use-person.ts'

/** Transfers a device to another owner, entered by number and shown by name before confirmation. Mounted = open. */
export function TransferDialog(props: { mac: string; name: string; owner: Person; onClose: () => void }) {
  const t = useMessages('bindings')
  const notify = useNotify()
  const transfer = useChange(api.transferDevice)
  const [typed, setTyped] = useState('')
  const { person, hint, error } = usePerson(typed.trim(), {
    hint: t(($) => $.transfer.to_hint),
    found: ({ name, contact }) =>
      contact === '' ? t(($) => $.transfer.found, { name }) : t(($) => $.transfer.found_with, { name, contact }),
    refuse: ({ app_user_id }) => (app_user_id === props.owner.app_user_id ? t(($) => $.transfer.same) : undefined),
  })
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
        maxLength={LIMITS.email_max}
        value={typed}
        onChange={setTyped}
        hint={hint}
        error={error}
      />
      {!isPersonId(typed) && <PersonSuggestions typed={typed} onChoose={setTyped} />}
    </ReasonConfirm>
  )
}
