import { FORGOTTEN_PARAM, LINK_PARAM } from '@heatfleet/contract/password-links/link-address.ts'
import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { enrolmentBefore, openSession } from '../../cloud/log-in.ts'
import { loadLazyMessages, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { LanguageSwitch } from '../../ui/language-switch.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { SecondFactorSetup } from '../../ui/second-factor-setup.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { Brand } from './brand.tsx'
import { InitialPassword } from './initial-password.tsx'
import styles from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { SecondStep } from './second-step.tsx'

/** A role that requires a second factor: it is enrolled before the session starts. */
function RequiredFactor(props: { user: UserInfo; password: string; onDone: () => void; onBack: () => void }) {
  const t = useMessages('session')
  const { user, password } = props
  const enrolment = useMemo(() => enrolmentBefore(user, password), [user, password])
  return (
    <section className={styles.card} aria-labelledby="factor-title">
      <h1 id="factor-title" className={styles.title}>
        {t(($) => $.enrol.title)}
      </h1>
      <p className={styles.subtitle}>{t(($) => $.enrol.text)}</p>
      <SecondFactorSetup {...enrolment} onDone={props.onDone} />
      <Button kind="text" onClick={props.onBack}>
        {t(($) => $.initial.back)}
      </Button>
    </section>
  )
}

/** Language and theme before log-in. */
function LoginTop() {
  return (
    <div className={styles.top}>
      <LanguageSwitch full />
      <ThemeSwitch />
    </div>
  )
}

// Rarely used: loaded on demand with its messages.
const PasswordByLink = lazy(async () => {
  const [{ PasswordByLink: part }] = await Promise.all([import('./password-by-link.tsx'), loadLazyMessages()])
  return { default: part }
})

const ForgottenPassword = lazy(async () => {
  const [{ ForgottenPassword: part }] = await Promise.all([import('./forgotten-password.tsx'), loadLazyMessages()])
  return { default: part }
})

/** Step of the log-in; the password is kept only while a later step needs it. */
type Step =
  | { at: 'form' }
  | { at: 'code'; user_name: string; password: string }
  | { at: 'initial'; user: UserInfo; password: string }
  | { at: 'factor'; user: UserInfo; password: string }

/** The log-in screen (product 3.1): brand at the left, the card at the right. */
export function Component() {
  const t = useMessages('session')
  const notify = useNotify()
  const [step, setStep] = useState<Step>({ at: 'form' })
  const [query, setQuery] = useSearchParams()
  const link = query.get(LINK_PARAM)
  const is_forgotten = query.has(FORGOTTEN_PARAM) && link === null
  const [account, setAccount] = useState('')
  const back = () => setStep({ at: 'form' })
  const toForm = () => setQuery({}, { replace: true })
  const askForLink = (typed: string) => {
    setAccount(typed)
    setQuery({ [FORGOTTEN_PARAM]: '1' })
  }
  const open = async (user: UserInfo) => {
    await openSession(user)
    notify.success(t(($) => $.success))
  }
  /** The remaining steps before the session starts. */
  const continueLogIn = async (user: UserInfo, password: string) => {
    if (user.must_change_password) setStep({ at: 'initial', user, password })
    else if (user.must_enrol_second_factor) setStep({ at: 'factor', user, password })
    else await open(user)
  }
  return (
    <div className={styles.screen}>
      <Brand />
      <main className={styles.side}>
        <LoginTop />
        <div className={styles.middle}>
          {link !== null && (
            <Suspense>
              <PasswordByLink token={link} onBack={toForm} onForgotten={() => askForLink('')} />
            </Suspense>
          )}
          {step.at === 'form' && is_forgotten && (
            <Suspense>
              <ForgottenPassword account={account} onBack={toForm} />
            </Suspense>
          )}
          {step.at === 'form' && link === null && !is_forgotten && (
            <LoginForm
              onDone={continueLogIn}
              onForgotten={askForLink}
              onCode={(user_name, password) => setStep({ at: 'code', user_name, password })}
            />
          )}
          {step.at === 'code' && <SecondStep {...step} onDone={continueLogIn} onBack={back} />}
          {step.at === 'initial' && <InitialPassword {...step} onDone={continueLogIn} onBack={back} />}
          {step.at === 'factor' && (
            <RequiredFactor {...step} onDone={() => void open(step.user).catch(back)} onBack={back} />
          )}
        </div>
      </main>
    </div>
  )
}
