import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange } from '../../cloud/call.ts'
import { useSession } from '../../cloud/session.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { PasswordField } from '../../ui/field-text.tsx'
import { NewPasswordFields } from '../../ui/new-password-fields.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useNewPassword } from '../../ui/use-new-password.ts'
import styles from './center.module.css'

/** Changes one's own password; remounted afterwards, so that no input remains. */
export function PasswordTab() {
  const [changes, setChanges] = useState(0)
  return <PasswordForm key={changes} onChanged={() => setChanges(changes + 1)} />
}

function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const t = useMessages('center')
  const errorText = useErrorText()
  const notify = useNotify()
  const user = useSession((session) => session.user)
  const change = useChange(api.modifyPassword)
  const [old, setOld] = useState('')
  const [has_tried, setHasTried] = useState(false)
  const password = useNewPassword(user?.password_min ?? LIMITS.password_min, user ?? {})
  const { error } = change
  const refused = error === null ? undefined : errorText(error)
  const about = error instanceof Refusal ? error.field : undefined

  const save = () => {
    setHasTried(true)
    if (password.problem !== null || old === '' || change.isPending) return
    change.mutate(
      { body: { old_password: old, new_password: password.draft.password } },
      {
        onSuccess: () => {
          notify.success(t(($) => $.password.saved))
          onChanged()
        },
      },
    )
  }
  return (
    <Panel title={t(($) => $.password.title)} className={styles.narrow}>
      <form
        className={styles.stack}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <p className={styles.quiet}>{t(($) => $.password.text)}</p>
        <PasswordField
          label={t(($) => $.password.old)}
          name="old-password"
          autoComplete="current-password"
          value={old}
          onChange={setOld}
          error={has_tried && old === '' ? t(($) => $.password.empty) : about === 'old_password' && refused?.message}
        />
        <NewPasswordFields
          password={password}
          has_tried={has_tried}
          refused={about === 'new_password' ? refused?.message : undefined}
        />
        {about === undefined && <Problem problem={refused ?? null} />}
        <div>
          <Button kind="primary" type="submit" busy={change.isPending}>
            {t(($) => $.password.save)}
          </Button>
        </div>
      </form>
    </Panel>
  )
}
