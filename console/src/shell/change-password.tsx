import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useState } from 'react'
import { useChange } from '../cloud/call.ts'
import { useSession } from '../cloud/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/field-text.tsx'
import { NewPasswordFields } from '../ui/new-password-fields.tsx'
import { useNotify } from '../ui/notify.tsx'
import { useNewPassword } from '../ui/use-new-password.ts'
import { useErrorText } from '../words/error-text.ts'
import { useWords } from '../words/words.ts'
import forms from './form.module.css'

/** Changes the own password; every other session of the account ends. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const t = useWords('shell')
  const errorText = useErrorText()
  const notify = useNotify()
  const user = useSession((session) => session.user)
  const change = useChange(api.modifyPassword)
  const [old, setOld] = useState('')
  const password = useNewPassword(user?.password_min ?? LIMITS.password_min, user ?? {})
  const [tried, setTried] = useState(false)
  const { error } = change
  const refused = error === null ? null : errorText(error).message
  const aboutNew = error instanceof Refusal && error.field === 'new_password'
  const aboutOld = error instanceof Refusal && error.code === 'old_password_wrong'

  const save = () => {
    setTried(true)
    if (password.problem !== null || old === '' || change.isPending) return
    change.mutate(
      { body: { old_password: old, new_password: password.draft.fresh } },
      {
        onSuccess: () => {
          notify.success(t(($) => $.password.saved))
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      open
      title={t(($) => $.password.title)}
      onClose={onClose}
      width={400}
      footer={
        <Button kind="primary" busy={change.isPending} onClick={save}>
          {t(($) => $.password.save)}
        </Button>
      }
    >
      <form
        className={forms.fields}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <PasswordField
          label={t(($) => $.password.old)}
          name="old-password"
          autoComplete="current-password"
          autoFocus
          value={old}
          onChange={setOld}
          error={tried && old === '' ? t(($) => $.password.empty) : aboutOld && refused}
        />
        <NewPasswordFields password={password} tried={tried} refused={aboutNew ? (refused ?? undefined) : undefined} />
        {refused !== null && !aboutOld && !aboutNew && (
          <p role="alert" className={forms.error}>
            {refused}
          </p>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
