import { Refusal } from '@heatfleet/contract/errors.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { useState } from 'react'
import { logIn } from '../../cloud/log-in.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CheckboxField } from '../../ui/field-check.tsx'
import { OtpField } from '../../ui/field-otp.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { ErrorIcon } from '../../ui/icons.tsx'
import styles from './login.module.css'
import { Proving } from './proving.tsx'

/** The second step of the log-in: a code of the authenticator app, or a recovery code. */
export function SecondStep(props: {
  user_name: string
  password: string
  onDone: (user: UserInfo, password: string) => Promise<void>
  onBack: () => void
}) {
  const t = useMessages('session')
  const errorText = useErrorText()
  const [factor, setFactor] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const [trust_browser, setTrust] = useState(false)
  const [has_tried, setHasTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>(null)
  const [is_proving, setProving] = useState(false)

  const submit = async (typed: string) => {
    setHasTried(true)
    if (busy || typed.trim().length < 6) return
    setBusy(true)
    setRefused(null)
    try {
      const user = await logIn(props.user_name, props.password, {
        step: { code: typed, trust_browser },
        onProof: setProving,
      })
      await props.onDone(user, props.password)
    } catch (error) {
      setRefused(error)
      setCode('')
      setHasTried(false)
    } finally {
      setBusy(false)
    }
  }
  const change = () => {
    setFactor(factor === 'app' ? 'recovery' : 'app')
    setCode('')
    setHasTried(false)
    setRefused(null)
  }
  const at_code = refused instanceof Refusal && refused.field === 'code'
  const wrong = at_code
    ? errorText(refused).message
    : has_tried && code.trim().length < 6 && t(($) => $.second.code_empty)
  const field = { value: code, onChange: setCode, error: wrong, disabled: busy, autoFocus: true }
  return (
    <form
      className={styles.card}
      noValidate
      aria-labelledby="second-title"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(code)
      }}
    >
      <h1 id="second-title" className={styles.title}>
        {t(($) => $.second.title)}
      </h1>
      <p className={styles.subtitle}>{t(($) => $.second.text)}</p>
      {refused !== null && !at_code && (
        <p className={styles.refusal} role="alert">
          <ErrorIcon />
          {errorText(refused).message}
        </p>
      )}
      {factor === 'app' ? (
        <OtpField key="app" label={t(($) => $.second.code)} {...field} onComplete={(digits) => void submit(digits)} />
      ) : (
        <TextField key="recovery" size="large" label={t(($) => $.second.recovery)} {...field} />
      )}
      <CheckboxField label={t(($) => $.second.trust)} checked={trust_browser} onChange={setTrust} />
      <Button kind="primary" size="large" type="submit" busy={busy} className={styles.submit}>
        {t(($) => $.second.submit)}
      </Button>
      <Proving is_proving={is_proving} />
      <Button kind="text" onClick={change}>
        {factor === 'app' ? t(($) => $.second.use_recovery) : t(($) => $.second.use_app)}
      </Button>
      <Button kind="text" onClick={props.onBack}>
        {t(($) => $.initial.back)}
      </Button>
    </form>
  )
}
