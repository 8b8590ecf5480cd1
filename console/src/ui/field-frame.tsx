import { type ReactNode, useId } from 'react'
import styles from './field.module.css'
import { ErrorIcon } from './icons.tsx'

/** Props of every field. `quiet` shows the label to screen readers only (filter bar). */
export type FieldProps = {
  label: string
  error?: ReactNode
  hint?: ReactNode
  disabled?: boolean | undefined
  quiet?: boolean
  /** Marked with an asterisk; the schema validates. */
  required?: boolean
  className?: string | undefined
}

/** Label above, control, hint or error below; assigns the control's ids. */
export function FieldFrame({
  label,
  error,
  hint,
  quiet,
  required,
  className,
  children,
}: FieldProps & {
  children: (ids: {
    id: string
    'aria-describedby'?: string
    'aria-invalid'?: true
    'aria-required'?: true
  }) => ReactNode
}) {
  const id = useId()
  const wrong = error !== undefined && error !== null && error !== '' && error !== false
  const has_message = wrong || (hint !== undefined && hint !== null)
  return (
    <div className={`${styles.field} ${className ?? ''}`}>
      <label htmlFor={id} className={quiet ? 'hf-hidden' : styles.label} data-required={required || undefined}>
        {label}
      </label>
      {children({
        id,
        ...(has_message ? { 'aria-describedby': `${id}-message` } : {}),
        ...(wrong ? { 'aria-invalid': true } : {}),
        ...(required ? { 'aria-required': true } : {}),
      })}
      {has_message && (
        <div id={`${id}-message`} className={wrong ? styles.error : styles.hint} role={wrong ? 'alert' : undefined}>
          {wrong && <ErrorIcon size={14} />}
          <span>{wrong ? error : hint}</span>
        </div>
      )}
    </div>
  )
}
