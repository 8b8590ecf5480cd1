import { api } from '@heatfleet/contract/api.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type FormEvent, useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { ErrorIcon, SuccessIcon } from '../../ui/icons.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import styles from './login.module.css'

/** Requests a link to a new password by e-mail (product 3.1). What it shows is the same whether there is such an account or not. */
export function ForgottenPassword({ account, onBack }: { account: string; onBack: () => void }) {
  const t = useMessages('password-links')
  const session = useMessages('session')
  const language = useLanguage()
  const request = useChange(api.requestPasswordLink)
  const [user_name, setName] = useState(account)
  const [has_tried, setHasTried] = useState(false)
  const [sent, setSent] = useState<{ name: string; minutes: number } | null>(null)
  const { busy, problem, send } = usePendingRequest()
  const name = user_name.trim()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setHasTried(true)
    if (name === '') return
    send(async () => setSent({ name, ...(await request.mutateAsync({ body: { user_name: name, language } })) }))
  }
  const back = (
    <Button kind="text" onClick={onBack}>
      {t(($) => $.to_login)}
    </Button>
  )
  if (sent !== null)
    return (
      <div className={styles.card} role="status">
        <h1 className={styles.title}>
          <SuccessIcon /> {t(($) => $.ask.sent_title)}
        </h1>
        <p className={styles.subtitle}>{t(($) => $.ask.sent, sent)}</p>
        <p className={styles.hint}>{t(($) => $.ask.nothing, { max: LIMITS.own_password_links_max })}</p>
        {back}
      </div>
    )
  return (
    <form className={styles.card} noValidate onSubmit={submit} aria-labelledby="ask-title">
      <h1 id="ask-title" className={styles.title}>
        {t(($) => $.ask.title)}
      </h1>
      <p className={styles.subtitle}>{t(($) => $.ask.text)}</p>
      {problem !== null && (
        <p className={styles.refusal} role="alert">
          <ErrorIcon />
          {problem.message}
        </p>
      )}
      <TextField
        size="large"
        label={session(($) => $.account)}
        placeholder={session(($) => $.account_hint)}
        name="username"
        autoComplete="username"
        maxLength={LIMITS.email_max}
        autoFocus
        value={user_name}
        onChange={setName}
        error={has_tried && name === '' && session(($) => $.account_empty)}
      />
      <Button kind="primary" size="large" type="submit" busy={busy} className={styles.submit}>
        {t(($) => $.ask.submit)}
      </Button>
      {back}
    </form>
  )
}
