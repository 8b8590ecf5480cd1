import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { OtpField } from './field-otp.tsx'
import { Identifier } from './identifier.tsx'
import { Problem } from './problem.tsx'
import { QrCode } from './qr-code.tsx'
import styles from './second-factor-setup.module.css'
import { SecretOnce } from './secret-once.tsx'
import { Loading } from './states.tsx'
import { usePendingRequest } from './use-pending-request.ts'

type Enrolment = { secret: string; uri: string }

/**
 * Enrols an authenticator app: scan or type the secret, confirm with a code, store the recovery codes. Mounted =
 * started.
 */
export function SecondFactorSetup(props: {
  start: () => Promise<Enrolment>
  confirm: (code: string) => Promise<{ recovery_codes: readonly string[] }>
  onDone: () => void
  /** After a refused start: returns to the password; without it the start is only retried. */
  onBack?: () => void
}) {
  const t = useMessages('ui')
  const starting = usePendingRequest()
  const confirming = usePendingRequest()
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null)
  const [code, setCode] = useState('')
  const [recovery_codes, setRecoveryCodes] = useState<readonly string[] | null>(null)
  const is_started = useRef(false)
  const startEnrolment = () => starting.send(async () => setEnrolment(await props.start()))
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once, however often it is drawn
  useEffect(() => {
    if (is_started.current) return
    is_started.current = true
    startEnrolment()
  }, [])
  const confirm = (digits: string) =>
    confirming.send(async () => setRecoveryCodes((await props.confirm(digits)).recovery_codes))
  if (enrolment === null)
    return starting.problem === null ? (
      <Loading rows={4} />
    ) : (
      <div className={styles.setup}>
        <Problem problem={starting.problem} />
        <Button onClick={props.onBack ?? startEnrolment}>{t(($) => $.second_factor.again)}</Button>
      </div>
    )
  return (
    <form
      className={styles.setup}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === 6) confirm(code)
      }}
    >
      <ol className={styles.steps}>
        <li>{t(($) => $.second_factor.step_app)}</li>
        <li>{t(($) => $.second_factor.step_scan)}</li>
        <li>{t(($) => $.second_factor.step_code)}</li>
      </ol>
      <QrCode text={enrolment.uri} label={t(($) => $.second_factor.qr)} />
      <div className={styles.secret}>
        <span>{t(($) => $.second_factor.secret)}</span>
        <Identifier id={enrolment.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')} />
      </div>
      <OtpField label={t(($) => $.second_factor.code)} value={code} onChange={setCode} onComplete={confirm} />
      <Problem problem={confirming.problem} />
      <Button
        kind="primary"
        type="submit"
        busy={confirming.busy}
        disabledReason={code.length === 6 ? undefined : t(($) => $.second_factor.code_first)}
      >
        {t(($) => $.second_factor.confirm)}
      </Button>
      {recovery_codes !== null && (
        <SecretOnce
          title={t(($) => $.second_factor.recovery_title)}
          text={t(($) => $.second_factor.recovery_text)}
          secret={recovery_codes}
          onClose={props.onDone}
        />
      )}
    </form>
  )
}
