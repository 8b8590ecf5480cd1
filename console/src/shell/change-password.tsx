import { api } from '@heatfleet/contract/api.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { useState } from 'react'
import { useChange } from '../cloud/call.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PasswordField } from '../ui/field-text.tsx'
import { NewPasswordFields } from '../ui/new-password-fields.tsx'
import { useNotify } from '../ui/notify.tsx'
import { type PasswordDraft, passwordProblem } from '../ui/password-draft.ts'
import { useErrorText } from '../words/error-text.ts'
import { useWords } from '../words/words.ts'
import forms from './form.module.css'

/** Changes the own password; every other session of the account ends. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const t = useWords('shell')
  const errorText = useErrorText()
  const notify = useNotify()
  const change = useChange(api.modifyPassword)
  const [old, setOld] = useState('')
  const [draft, setDraft] = useState<PasswordDraft>({ fresh: '', repeat: '' })
  const [tried, setTried] = useState(false)
  const problem = passwordProblem(draft)
  const { error } = change
  const refused = error === null ? null : errorText(error).message
  const aboutOld = error instanceof Refusal && error.code === 'old_password_wrong'

  const save = () => {
    setTried(true)
    if (problem !== null || old === '' || change.isPending) return
    change.mutate(
      { body: { old_password: old, new_password: draft.fresh } },
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
        <NewPasswordFields draft={draft} onChange={setDraft} problem={tried ? problem : null} />
        {refused !== null && !aboutOld && (
          <p role="alert" className={forms.error}>
            {refused}
          </p>
        )}
        <button type="submit" hidden />
      </form>
    </Dialog>
  )
}
