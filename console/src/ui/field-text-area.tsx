import { useLanguage } from '../messages/messages.ts'
import styles from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { formatNumber } from './format.ts'

/** Above and below the text. */
const PADDING_PX = 25

/**
 * A text area that grows with its content; `maxLength` shows a counter. Longer text is marked as an error, not cut off.
 */
export function TextAreaField(
  props: FieldProps & {
    value: string
    onChange: (value: string) => void
    /** Minimum height, lines; one without it. */
    rows?: number
    placeholder?: string
    maxLength?: number
    /** For a field rendered on demand. */
    autoFocus?: boolean
  },
) {
  const lang = useLanguage()
  const { value, maxLength } = props
  // Code points, as the contract counts.
  const count = Array.from(value).length
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <span className={`${styles.box} ${styles.lines}`} data-disabled={props.disabled || undefined}>
          <textarea
            {...ids}
            className={styles.text}
            // A box that grows with its content ignores the attribute.
            style={props.rows === undefined ? undefined : { minHeight: `calc(${props.rows}lh + ${PADDING_PX}px)` }}
            value={value}
            disabled={props.disabled}
            // biome-ignore lint/a11y/noAutofocus: only where it was asked for by hand
            autoFocus={props.autoFocus}
            placeholder={props.placeholder}
            onChange={(event) => props.onChange(event.target.value)}
          />
          {maxLength !== undefined && (
            <span className={styles.counter} data-over={count > maxLength || undefined} aria-hidden="true">
              {formatNumber(count, 0, lang)} / {formatNumber(maxLength, 0, lang)}
            </span>
          )}
        </span>
      )}
    </FieldFrame>
  )
}
