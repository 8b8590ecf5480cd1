import { api } from '@heatfleet/contract/api.ts'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { leaveForSignOn } from '../../cloud/sign-on.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { loadLazyMessages, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorIcon } from '../../ui/icons.tsx'
import styles from './login.module.css'

/** Sign-in at the operator's provider, below the form; nothing where none is set. */
export function SignOnButton() {
  const t = useMessages('session')
  const errorText = useErrorText()
  const { pathname, search } = useLocation()
  const provider = useRead(api.signOnProvider, {}, { staleTime: Number.POSITIVE_INFINITY })
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const name = provider.data?.name ?? null
  if (name === null) return null
  const leave = async () => {
    setBusy(true)
    setRefused(null)
    try {
      await leaveForSignOn({ links: false, name, back: `${pathname}${search}` })
    } catch (error) {
      await loadLazyMessages()
      setRefused(error)
      setBusy(false)
    }
  }
  return (
    <>
      <p className={styles.or}>{t(($) => $.or)}</p>
      {refused !== null && (
        <p className={styles.refusal} role="alert">
          <ErrorIcon />
          {errorText(refused).message}
        </p>
      )}
      <Button size="large" busy={busy} onClick={() => void leave()}>
        {t(($) => $.sign_on, { name })}
      </Button>
    </>
  )
}
