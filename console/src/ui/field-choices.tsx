import { type ReactNode, useId } from 'react'
import fields from './field.module.css'
import styles from './field-choices.module.css'
import type { FieldProps } from './field-frame.tsx'
import { ErrorIcon } from './icons.tsx'

/** One option of a group; `hint` is shown below its label. */
type GroupChoice<Value extends string | number> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  /** Why it is disabled; shown instead of the hint. */
  disabledReason?: string | undefined
}

type GroupProps<Value extends string | number> = Omit<FieldProps, 'quiet'> & {
  options: readonly GroupChoice<Value>[]
  /** In a row instead of a column. */
  inline?: boolean
}

/** Radio buttons: exactly one of a few options. */
export function RadioGroupField<Value extends string | number>(
  props: GroupProps<Value> & { value: Value | undefined; onChange: (value: Value) => void },
) {
  const name = useId()
  return (
    <Group {...props} one>
      {props.options.map((option) => (
        <OptionRow
          key={option.value}
          option={option}
          type="radio"
          name={name}
          checked={option.value === props.value}
          disabled={props.disabled}
          invalid={isWrong(props.error)}
          onChange={() => props.onChange(option.value)}
        />
      ))}
    </Group>
  )
}

/** Checkboxes: any of a few options. */
export function CheckboxGroupField<Value extends string | number>(
  props: GroupProps<Value> & { value: readonly Value[]; onChange: (value: Value[]) => void },
) {
  const { value, options } = props
  const toggle = (one: Value) =>
    // In the order of the options, so that equal selections are equal values.
    props.onChange(
      options.map((option) => option.value).filter((own) => (own === one ? !value.includes(own) : value.includes(own))),
    )
  return (
    <Group {...props}>
      {options.map((option) => (
        <OptionRow
          key={option.value}
          option={option}
          type="checkbox"
          checked={value.includes(option.value)}
          disabled={props.disabled}
          invalid={isWrong(props.error)}
          onChange={() => toggle(option.value)}
        />
      ))}
    </Group>
  )
}

const isWrong = (error: ReactNode) => error !== undefined && error !== null && error !== false && error !== ''

function Group(
  props: Omit<FieldProps, 'quiet'> & {
    /** Single choice. */ one?: boolean
    inline?: boolean
    children: ReactNode
  },
) {
  const id = useId()
  const wrong = isWrong(props.error)
  const hint_text = wrong ? props.error : props.hint
  return (
    <fieldset
      {...(props.one ? { role: 'radiogroup', 'aria-required': props.required } : {})}
      aria-describedby={hint_text === undefined ? undefined : id}
      className={`${styles.group} ${fields.field} ${props.className ?? ''}`}
    >
      <legend className={fields.label} data-required={props.required || undefined}>
        {props.label}
      </legend>
      <div className={props.inline ? styles.inline : styles.lines}>{props.children}</div>
      {hint_text !== undefined && hint_text !== null && (
        <div id={id} className={wrong ? fields.error : fields.hint} role={wrong ? 'alert' : undefined}>
          {wrong && <ErrorIcon size={14} />}
          <span>{hint_text}</span>
        </div>
      )}
    </fieldset>
  )
}

function OptionRow<Value extends string | number>(props: {
  option: GroupChoice<Value>
  type: 'radio' | 'checkbox'
  name?: string
  checked: boolean
  disabled: boolean | undefined
  invalid: boolean
  onChange: () => void
}) {
  const id = useId()
  const { label, hint, disabledReason } = props.option
  const hint_text = disabledReason ?? hint
  return (
    <label className={styles.line}>
      <input
        type={props.type}
        name={props.name}
        className={`${styles.sign} ${styles[props.type]}`}
        checked={props.checked}
        disabled={props.disabled || disabledReason !== undefined}
        aria-invalid={props.invalid || undefined}
        aria-labelledby={`${id}-label`}
        aria-describedby={hint_text === undefined ? undefined : id}
        onChange={props.onChange}
      />
      <span>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        {hint_text !== undefined && (
          <span id={id} className={styles.hint}>
            {hint_text}
          </span>
        )}
      </span>
    </label>
  )
}
