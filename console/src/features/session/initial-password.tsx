import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { useState } from 'react'
import { replaceInitialPassword } from '../../cloud/log-in.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorIcon } from '../../ui/icons.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { useNewPassword } from '../../ui/use-new-password.ts'
import styles from './login.module.css'

/** First log-in with an initial password: it is replaced before the session starts (product 3.1). */
export function InitialPassword(props: {
  user: UserInfo
  password: string
  /** Called after the replacement; a rejection is shown here. */
  onDone: (user: UserInfo, password: string) => Promise<void>
  onBack: () => void
}) {
  const t = useMessages('session')
  const errorText = useErrorText()
  const password = useNewPassword(props.user.password_min, props.user)
  const [has_tried, setHasTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [replaced, setReplaced] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)

  const save = async () => {
    setHasTried(true)
    if (busy || password.problem !== null) return
    setBusy(true)
    setRefused(null)
    try {
      // A retry after the menu failed must not change the password twice.
      if (!replaced) await replaceInitialPassword(props.user, props.password, password.draft.password)
      setReplaced(true)
      await props.onDone({ ...props.user, must_change_password: false }, password.draft.password)
    } catch (error) {
      setRefused(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.card}
      noValidate
      aria-labelledby="initial-title"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <h1 id="initial-title" className={styles.title}>
        {t(($) => $.initial.title)}
      </h1>
      <p className={styles.subtitle}>{t(($) => $.initial.text)}</p>
      {refused !== null && (
        <p className={styles.refusal} role="alert">
          <ErrorIcon />
          {errorText(refused).message}
        </p>
      )}
      <NewPasswordFields size="large" password={password} has_tried={has_tried} />
      <Button kind="primary" size="large" type="submit" busy={busy} className={styles.submit}>
        {t(($) => $.initial.submit)}
      </Button>
      <Button kind="text" onClick={props.onBack}>
        {t(($) => $.initial.back)}
      </Button>
    </form>
  )
}
