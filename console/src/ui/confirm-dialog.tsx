import { type ReactNode, useId, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import styles from './confirm-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { TextField } from './field-text.tsx'
import { TextAreaField } from './field-text-area.tsx'
import { Problem } from './problem.tsx'
import { useSending } from './sending.ts'

type Common = {
  title: ReactNode
  /** What will happen, and what cannot be taken back. */
  text?: ReactNode
  /** Word of the button: the deed itself ("Delete 3 accounts"). */
  confirm: string
  danger?: boolean
  onClose: () => void
}

/** A deed confirmed by its button alone. Mounted = open; a refusal keeps it open. */
export function PlainConfirm(props: Common & { onConfirm: () => Promise<unknown> }) {
  return (
    <Ask {...props} missing={undefined}>
      {null}
    </Ask>
  )
}

/** A deed confirmed by typing what it is about: a count or a name. Mounted = open; a refusal keeps it open. */
export function TypedConfirm(props: Common & { expected: string; onConfirm: () => Promise<unknown> }) {
  const t = useMessages('ui')
  const [typed, setTyped] = useState('')
  const right = typed.trim() === props.expected
  return (
    <Ask {...props} missing={right ? undefined : t(($) => $.parts.confirm.type_first, { expected: props.expected })}>
      <TextField
        label={t(($) => $.parts.confirm.type, { expected: props.expected })}
        value={typed}
        onChange={setTyped}
        error={typed !== '' && !props.expected.startsWith(typed.trim()) && t(($) => $.parts.confirm.differs)}
      />
    </Ask>
  )
}

/** A deed that is noted with its reason. Mounted = open; a refusal keeps it open, and the reason in it. */
export function ReasonConfirm(
  props: Common & {
    /** Most characters the contract takes. */
    max: number
    /** Why it cannot be done yet, besides a missing reason: what {@link children} ask for is not there. */
    missing?: string | undefined
    /** What else is asked, above the reason. */
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
    <Ask {...props} missing={missing} onConfirm={() => props.onConfirm(reason.trim())}>
      {props.children}
      <TextAreaField
        label={t(($) => $.parts.confirm.reason)}
        required
        value={reason}
        onChange={setReason}
        maxLength={props.max}
      />
    </Ask>
  )
}

function Ask(props: Common & { missing: string | undefined; onConfirm: () => Promise<unknown>; children: ReactNode }) {
  const t = useMessages('ui')
  const id = useId()
  const { busy, problem, send } = useSending()
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
