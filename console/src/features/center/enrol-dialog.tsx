import { api } from '@heatfleet/contract/api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '../../cloud/call.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/field-text.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { SecondFactorSetup } from '../../ui/second-factor-setup.tsx'
import styles from './center.module.css'

/** Enables the second factor: the password first, then the authenticator app. Mounted = open. */
export function EnrolDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages('center')
  const notify = useNotify()
  const cache = useQueryClient()
  const id = useId()
  const [password, setPassword] = useState('')
  const [is_started, setStarted] = useState(false)
  const done = () => {
    void cache.invalidateQueries({ queryKey: [api.ownSecondFactor.of] })
    notify.success(t(($) => $.factor.enrolled))
    onClose()
  }
  return (
    <Dialog
      open
      title={t(($) => $.factor.enrol)}
      width={440}
      onClose={onClose}
      footer={
        is_started ? undefined : (
          <>
            <Button onClick={onClose}>{t(($) => $.cancel)}</Button>
            <Button
              kind="primary"
              type="submit"
              form={id}
              disabledReason={password === '' ? t(($) => $.password.empty) : undefined}
            >
              {t(($) => $.factor.next)}
            </Button>
          </>
        )
      }
    >
      {is_started ? (
        <SecondFactorSetup
          start={() => call(api.startSecondFactor, { body: { password } })}
          confirm={(code) => call(api.confirmSecondFactor, { body: { code } })}
          onDone={done}
          onBack={() => setStarted(false)}
        />
      ) : (
        <form
          id={id}
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault()
            if (password !== '') setStarted(true)
          }}
        >
          <p className={styles.quiet}>{t(($) => $.factor.password_first)}</p>
          <PasswordField
            label={t(($) => $.password.old)}
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
        </form>
      )}
    </Dialog>
  )
}
