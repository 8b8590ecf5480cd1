import { DayInput } from './day-input.tsx'
import styles from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'

/** A day of the calendar, `2026-11-21`; empty = none. */
export function DayField(props: FieldProps & { value: string; onChange: (day: string) => void }) {
  const { value, onChange } = props
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <span className={`${styles.box} ${styles.medium}`} data-disabled={props.disabled || undefined}>
          <DayInput {...ids} label={props.label} value={value} disabled={props.disabled} onChange={onChange} />
        </span>
      )}
    </FieldFrame>
  )
}
