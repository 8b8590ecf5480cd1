import { type ReactNode, useEffect, useId, useRef } from 'react'
import styles from './field-check.module.css'

type CheckProps = {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean | undefined
  hint?: ReactNode
  /** The label is for screen readers only. */
  quiet?: boolean
}

/** A checkbox; `some` shows the indeterminate state. */
export function CheckboxField({ some = false, ...props }: CheckProps & { some?: boolean }) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = some
  }, [some])
  return (
    <label className={styles.line}>
      <input
        ref={box}
        type="checkbox"
        className={styles.check}
        checked={props.checked}
        disabled={props.disabled}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span className={props.quiet ? 'hf-hidden' : ''}>{props.label}</span>
    </label>
  )
}

/** A switch that applies at once. */
export function SwitchField(props: CheckProps) {
  const id = useId()
  return (
    <label className={styles.line}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={props.checked}
        className={styles.switch}
        checked={props.checked}
        disabled={props.disabled}
        aria-describedby={props.hint === undefined ? undefined : id}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span className={props.quiet ? 'hf-hidden' : ''}>{props.label}</span>
      {props.hint !== undefined && (
        <span id={id} className={styles.hint}>
          {props.hint}
        </span>
      )}
    </label>
  )
}
