import { useId, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField, TextField } from '../../ui/field-text.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import styles from './center.module.css'

/** A change of the second factor, confirmed by password and code. Mounted = open; a refusal keeps it open. */
export function ReauthenticateDialog(props: {
  title: string
  text: string
  confirm: string
  danger?: boolean
  onAuthenticated: (proof: { password: string; code: string }) => Promise<void>
  onClose: () => void
}) {
  const t = useMessages('center')
  const id = useId()
  const { busy, problem, send } = usePendingRequest()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const missing = password === '' || code.trim().length < 6 ? t(($) => $.factor.both_first) : undefined
  return (
    <Dialog
      open
      title={props.title}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{t(($) => $.cancel)}</Button>
          <Button
            kind={props.danger ? 'danger' : 'primary'}
            type="submit"
            form={id}
            busy={busy}
            disabledReason={missing}
          >
            {props.confirm}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          if (missing === undefined) send(() => props.onAuthenticated({ password, code: code.trim() }))
        }}
      >
        <p>{props.text}</p>
        <PasswordField
          label={t(($) => $.password.old)}
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <TextField
          label={t(($) => $.factor.code_or_recovery)}
          autoComplete="one-time-code"
          value={code}
          onChange={setCode}
        />
        <Problem problem={problem} />
      </form>
    </Dialog>
  )
}
