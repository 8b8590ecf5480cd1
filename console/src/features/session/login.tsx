import type { UserInfo } from '@heatfleet/contract/session.ts'
import { useState } from 'react'
import { Brand } from './brand.tsx'
import { InitialPassword } from './initial-password.tsx'
import styles from './login.module.css'
import { LoginForm } from './login-form.tsx'
import { LoginTop } from './login-top.tsx'

/** The log-in screen (product 3.1): brand at the left, the card at the right. */
export function Component() {
  // Signed in with an initial password: it has to be replaced before the console opens.
  const [initial, setInitial] = useState<{ user: UserInfo; password: string } | null>(null)
  return (
    <div className={styles.screen}>
      <Brand />
      <main className={styles.side}>
        <LoginTop />
        <div className={styles.middle}>
          {initial === null ? (
            <LoginForm onInitial={(user, password) => setInitial({ user, password })} />
          ) : (
            <InitialPassword {...initial} onBack={() => setInitial(null)} />
          )}
        </div>
      </main>
    </div>
  )
}
