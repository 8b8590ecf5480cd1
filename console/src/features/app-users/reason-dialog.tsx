import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { Problem } from '../../ui/problem.tsx'
import { usePendingRequest } from '../../ui/use-pending-request.ts'
import styles from './app-users.module.css'

/** An irreversible action: requires a reason and typing the object's name. Mounted = open. */
export function ReasonDialog(props: {
  title: ReactNode
  text: ReactNode
  reason: string
  /** Text to be typed, and the label that asks for it. */
  expected: string
  typed: string
  differs: string
  missing: string
  confirm: string
  /** Further fields. */
  children?: ReactNode
  onConfirm: (reason: string) => Promise<unknown>
  onClose: () => void
}) {
  const ui = useMessages('ui')
  const id = useId()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const { busy, problem, send } = usePendingRequest()
  const is_ready = reason.trim() !== '' && typed.trim() === props.expected
  return (
    <Dialog
      open
      title={props.title}
      onClose={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{ui(($) => $.cancel)}</Button>
          <Button
            kind="danger"
            type="submit"
            form={id}
            busy={busy}
            disabledReason={is_ready ? undefined : props.missing}
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
          if (is_ready) send(() => props.onConfirm(reason.trim()).then(props.onClose))
        }}
      >
        <p className={styles.note}>{props.text}</p>
        <TextAreaField
          label={props.reason}
          required
          value={reason}
          onChange={setReason}
          maxLength={LIMITS.reason_max}
        />
        <TextField
          label={props.typed}
          required
          value={typed}
          onChange={setTyped}
          error={typed !== '' && !props.expected.startsWith(typed.trim()) && props.differs}
        />
        {props.children}
        <Problem problem={problem} />
      </form>
    </Dialog>
  )
}
