import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { leaveForSignOn } from '../../cloud/sign-on.ts'
import { IdentityTable } from '../../identities/identity-table.tsx'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import styles from './center.module.css'

/** Sign-in at the operator's provider: who is linked to this account; nothing where no provider is set and nobody linked. */
export function SignOnPanel() {
  const t = useMessages('single-sign-on')
  const notify = useNotify()
  const errorText = useErrorText()
  const provider = useRead(api.signOnProvider)
  const identities = useRead(api.ownIdentities)
  const forget = useChange(api.forgetOwnIdentity)
  const [busy, setBusy] = useState(false)
  const name = provider.data?.name ?? null
  if (name === null && (identities.data ?? []).length === 0) return null
  const link = async () => {
    if (name === null) return
    setBusy(true)
    try {
      await leaveForSignOn({ links: true, name, back: '/center/info?tab=security' })
    } catch (error) {
      notify.failed(errorText(error))
      setBusy(false)
    }
  }
  return (
    <Panel title={t(($) => $.title)}>
      <div className={styles.stack}>
        {name !== null && <p className={styles.quiet}>{t(($) => $.text, { name })}</p>}
        {identities.error !== null && <ErrorState error={identities.error} onRetry={() => void identities.refetch()} />}
        {identities.data === undefined && identities.error === null && <Loading rows={2} />}
        {identities.data !== undefined && (
          <IdentityTable
            identities={identities.data}
            empty={t(($) => $.none, { name })}
            onUnlink={(identity_id) => forget.mutateAsync({ body: { identity_id } })}
          />
        )}
        {name !== null && (
          <div>
            <Button busy={busy} onClick={() => void link()}>
              {t(($) => $.link, { name })}
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}
