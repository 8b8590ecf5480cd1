import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { PlainConfirm } from '../../ui/confirm-dialog.tsx'
import { CheckboxField } from '../../ui/field-check.tsx'

type ResetProps = { account: Account; onClose: () => void; onDone: (made: { name: string; password: string }) => void }

/** Confirms a new initial password of an account; what else lets somebody in ends with the old one where asked. Mounted = open. */
export function ResetPassword({ account: { uid, user_name: name }, onClose, onDone }: ResetProps) {
  const t = useMessages('accounts')
  const reset = useChange(api.accountResetPassword)
  const [revoke_access, setRevokeAccess] = useState(false)
  return (
    <PlainConfirm
      title={t(($) => $.reset.title, { name })}
      text={t(($) => $.reset.text)}
      confirm={t(($) => $.actions.reset)}
      onClose={onClose}
      onConfirm={async () => {
        const { password } = await reset.mutateAsync({ params: { id: uid }, body: { revoke_access } })
        onDone({ name, password })
      }}
    >
      <CheckboxField label={t(($) => $.reset.revoke_access)} checked={revoke_access} onChange={setRevokeAccess} />
    </PlainConfirm>
  )
}
