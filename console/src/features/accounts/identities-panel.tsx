import type { Account } from '@heatfleet/contract/accounts/row.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useChange, useRead } from '../../cloud/call.ts'
import { IdentityTable } from '../../identities/identity-table.tsx'
import { useMessages } from '../../messages/messages.ts'
import { Panel } from '../../ui/panel.tsx'

/** Persons at the single sign-on provider who sign in to the account; nothing when there are none. */
export function IdentitiesPanel({ account, reason }: { account: Account; reason: string | undefined }) {
  const t = useMessages('single-sign-on')
  const params = { id: account.uid }
  const identities = useRead(api.accountIdentities, { params })
  const forget = useChange(api.forgetIdentity)
  if (identities.data === undefined || identities.data.length === 0) return null
  return (
    <Panel title={t(($) => $.title)}>
      <IdentityTable
        identities={identities.data}
        empty={t(($) => $.account_none)}
        disabledReason={reason}
        onUnlink={(identity_id) => forget.mutateAsync({ params, body: { identity_id } })}
      />
    </Panel>
  )
}
