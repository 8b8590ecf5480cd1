import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { logIn } from '../../cloud/log-in.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/field-check.tsx'
import { PasswordField, TextField } from '../../ui/field-text.tsx'
import { ErrorIcon, InfoIcon } from '../../ui/icons.tsx'
import styles from './login.module.css'
import { Proving } from './proving.tsx'
import { SignOnButton } from './sign-on-button.tsx'

/** Local storage: the account (never the password) of the last log-in with "remember". */
const KEY = 'rememberedAccount'

const readAccount = (): string => localStorage.getItem(KEY) ?? ''

/** Stores the account, or removes it. */
const rememberAccount = (account: string | null): void => {
  if (account === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, account)
}

/** Spec 8: an unknown account gives the same message as a wrong password. */
const uniformRefusal = (error: unknown) =>
  error instanceof Refusal && (error.code === 'user_not_exist' || error.code === 'password_error')
    ? new Refusal('account_or_password_error')
    : error

/** Account and password. Refusals are shown in place; the password stays in the field. */
export function LoginForm(props: {
  /** Called after a successful log-in without second factor; a rejection is shown here. */
  onDone: (user: UserInfo, password: string) => Promise<void>
  /** Called when the password was right and a code is required. */
  onCode: (user_name: string, password: string) => void
  /** Called with what was typed as account, where a link to a new password may be asked for. */
  onForgotten: (user_name: string) => void
}) {
  const t = useMessages('session')
  const errorText = useErrorText()
  const [account, setAccount] = useState(readAccount)
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(account !== '')
  const [has_tried, setHasTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const [is_proving, setProving] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const reason = useSearchParams()[0].get('reason')

  useEffect(() => {
    if (refused !== null) passwordInput.current?.select()
  }, [refused])

  const submit = async () => {
    setHasTried(true)
    if (busy || account.trim() === '' || password === '') return
    setBusy(true)
    setRefused(null)
    try {
      const user = await logIn(account, password, { onProof: setProving })
      rememberAccount(remember ? account.trim() : null)
      await props.onDone(user, password)
    } catch (error) {
      if (error instanceof Refusal && error.code === 'second_factor_required') {
        rememberAccount(remember ? account.trim() : null)
        return props.onCode(account, password)
      }
      setRefused(uniformRefusal(error))
    } finally {
      setBusy(false)
    }
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <form className={styles.card} onSubmit={onSubmit} noValidate aria-labelledby="login-title">
      <h1 id="login-title" className={styles.title}>
        {t(($) => $.title)}
      </h1>
      <p className={styles.subtitle}>{t(($) => $.subtitle)}</p>
      {(reason === 'expired' || reason === 'idle' || reason === 'one_more_step') && refused === null && (
        <p className={styles.notice} role="status">
          <InfoIcon />
          {t(($) => $[reason])}
        </p>
      )}
      {refused !== null && (
        <p className={styles.refusal} role="alert">
          <ErrorIcon />
          {errorText(refused).message}
        </p>
      )}
      <TextField
        size="large"
        label={t(($) => $.account)}
        placeholder={t(($) => $.account_hint)}
        name="username"
        autoComplete="username"
        maxLength={64}
        autoFocus={account === ''}
        value={account}
        onChange={setAccount}
        error={has_tried && account.trim() === '' && t(($) => $.account_empty)}
      />
      <PasswordField
        size="large"
        label={t(($) => $.password)}
        name="password"
        autoComplete="current-password"
        maxLength={64}
        autoFocus={account !== ''}
        ref={passwordInput}
        value={password}
        onChange={setPassword}
        error={has_tried && password === '' && t(($) => $.password_empty)}
      />
      <CheckboxField label={t(($) => $.remember)} checked={remember} onChange={setRemember} />
      <Button kind="primary" size="large" type="submit" busy={busy} className={styles.submit}>
        {t(($) => $.submit)}
      </Button>
      <Proving is_proving={is_proving} />
      <SignOnButton />
      <Forgotten onAsk={() => props.onForgotten(account.trim())} />
    </form>
  )
}

/** The way to a new password: by e-mail where one can be sent, else the administrator. */
function Forgotten({ onAsk }: { onAsk: () => void }) {
  const t = useMessages('session')
  const { data } = useRead(api.passwordRecovery, {}, { staleTime: Number.POSITIVE_INFINITY })
  if (data?.by_mail)
    return (
      <Button kind="text" onClick={onAsk}>
        {t(($) => $.forgot_link)}
      </Button>
    )
  return <p className={styles.forgot}>{t(($) => $.forgot)}</p>
}
