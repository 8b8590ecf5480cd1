import type { UserInfo } from '@heatfleet/contract/session/session.ts'
import { useMemo } from 'react'
import { enrolmentBefore } from '../../cloud/log-in.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SecondFactorSetup } from '../../ui/second-factor-setup.tsx'
import styles from './login.module.css'

/** A role asks for a second factor: it is set up before the console opens. */
export function RequiredFactor(props: { user: UserInfo; password: string; onDone: () => void; onBack: () => void }) {
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
