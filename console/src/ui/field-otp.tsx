import { type SyntheticEvent, useState } from 'react'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import styles from './field-otp.module.css'
import { otpDigits } from './otp-digits.ts'

/** A six-digit code of an authenticator app: a single input drawn as boxes, so that paste, arrows and autofill work. */
export function OtpField(
  props: FieldProps & {
    value: string
    onChange: (digits: string) => void
    /** Called with the last digit. */
    onComplete?: (digits: string) => void
    autoFocus?: boolean
    length?: number
  },
) {
  const { value, onChange, onComplete, length = 6 } = props
  // Index of the next digit; null without focus.
  const [at, setAt] = useState<number | null>(null)
  const updateCaret = (event: SyntheticEvent<HTMLInputElement>) =>
    setAt(Math.min(event.currentTarget.selectionStart ?? value.length, length - 1))
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <span className={styles.code} data-disabled={props.disabled || undefined}>
          <span className={styles.boxes} aria-hidden="true">
            {Array.from({ length }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
              <span key={index} className={styles.box} data-at={index === at || undefined}>
                {value[index]}
              </span>
            ))}
          </span>
          <input
            {...ids}
            className={styles.input}
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={value}
            disabled={props.disabled}
            // biome-ignore lint/a11y/noAutofocus: only where the screen exists for this one field
            autoFocus={props.autoFocus}
            onChange={(event) => {
              const digits = otpDigits(event.target.value, length)
              onChange(digits)
              if (digits.length === length && digits !== value) onComplete?.(digits)
            }}
            onSelect={updateCaret}
            onFocus={updateCaret}
            onBlur={() => setAt(null)}
          />
        </span>
      )}
    </FieldFrame>
  )
}
