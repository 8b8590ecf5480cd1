import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { TextField } from './field-text.tsx'
import { TextAreaField } from './field-text-area.tsx'
import { Problem } from './problem.tsx'
import { usePendingRequest } from './use-pending-request.ts'

type Common = {
  title: ReactNode
  /** Consequences, and whether the action is irreversible. */
  text?: ReactNode
  /** Label of the button: the action itself ("Delete 3 accounts"). */
  confirm: string
  danger?: boolean
  onClose: () => void
}

/** Confirms an action with a button. Mounted = open; a refusal keeps it open. */
export function PlainConfirm({
  children = null,
  ...props
}: Common & { children?: ReactNode; onConfirm: () => Promise<unknown> }) {
  return (
    <ConfirmForm {...props} missing={undefined}>
      {children}
    </ConfirmForm>
  )
}

/** Confirms an action by typing a count or a name. Mounted = open; a refusal keeps it open. */
export function TypedConfirm(props: Common & { expected: string; onConfirm: () => Promise<unknown> }) {
  const t = useMessages('ui')
  const [typed, setTyped] = useState('')
  const right = typed.trim() === props.expected
  return (
    <ConfirmForm
      {...props}
      missing={right ? undefined : t(($) => $.parts.confirm.type_first, { expected: props.expected })}
    >
      <TextField
        label={t(($) => $.parts.confirm.type, { expected: props.expected })}
        value={typed}
        onChange={setTyped}
        error={typed !== '' && !props.expected.startsWith(typed.trim()) && t(($) => $.parts.confirm.differs)}
      />
    </ConfirmForm>
  )
}

/**
 * Confirms an action that requires a reason for the audit log. Mounted = open; a refusal keeps it open with its reason.
 */
export function ReasonConfirm(
  props: Common & {
    /** Maximum length accepted by the contract. */
    max: number
    /** Why the action is disabled besides a missing reason: a field of {@link children} is incomplete. */
    missing?: string | undefined
    /** Further fields, above the reason. */
    children?: ReactNode
    onConfirm: (reason: string) => Promise<unknown>
  },
) {
  const t = useMessages('ui')
  const [reason, setReason] = useState('')
  const length = Array.from(reason.trim()).length
  const missing =
    props.missing ??
    (length === 0
      ? t(($) => $.parts.confirm.reason_first)
      : length > props.max
        ? t(($) => $.parts.confirm.reason_long)
        : undefined)
  return (
    <ConfirmForm {...props} missing={missing} onConfirm={() => props.onConfirm(reason.trim())}>
      {props.children}
      <TextAreaField
        label={t(($) => $.parts.confirm.reason)}
        required
        value={reason}
        onChange={setReason}
        maxLength={props.max}
      />
    </ConfirmForm>
  )
}

function ConfirmForm(
  props: Common & { missing: string | undefined; onConfirm: () => Promise<unknown>; children: ReactNode },
) {
  const t = useMessages('ui')
  const id = useId()
  const { busy, problem, send } = usePendingRequest()
  const { missing, onClose, onConfirm } = props
  return (
    <Dialog
      open
      title={props.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(($) => $.cancel)}</Button>
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
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          if (missing === undefined) send(async () => onConfirm().then(onClose))
        }}
      >
        {props.text !== undefined && <div>{props.text}</div>}
        {props.children}
        <Problem problem={problem} />
      </form>
    </Dialog>
  )
}
