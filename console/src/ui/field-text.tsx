import { type HTMLInputAutoCompleteAttribute, type KeyboardEvent, type ReactNode, type Ref, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import styles from './field.module.css'
import { FieldFrame, type FieldProps } from './field-frame.tsx'
import { CloseIcon, EyeIcon, EyeOffIcon, SearchIcon } from './icons.tsx'

export type TextFieldProps = FieldProps & {
  value: string
  onChange: (value: string) => void
  placeholder?: string | undefined
  maxLength?: number
  autoComplete?: HTMLInputAutoCompleteAttribute
  name?: string
  autoFocus?: boolean
  size?: 'medium' | 'large'
  /** An icon or text inside the field, before and after the input. */
  before?: ReactNode
  after?: ReactNode
  type?: 'text' | 'password' | 'search' | 'tel' | 'email'
  onEnter?: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** A single-line text. */
export function TextField(props: TextFieldProps) {
  const { value, onChange, before, after, size = 'medium', type = 'text', onEnter, onKeyDown } = props
  return (
    <FieldFrame {...props}>
      {(ids) => (
        <span className={`${styles.box} ${styles[size]}`} data-disabled={props.disabled || undefined}>
          {before}
          <input
            {...ids}
            ref={props.ref}
            className={styles.input}
            type={type}
            name={props.name}
            value={value}
            disabled={props.disabled}
            placeholder={props.placeholder}
            maxLength={props.maxLength}
            autoComplete={props.autoComplete ?? 'off'}
            // biome-ignore lint/a11y/noAutofocus: only where the screen exists for this one field
            autoFocus={props.autoFocus}
            spellCheck={false}
            onBlur={props.onBlur}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={(event) => {
              onKeyDown?.(event)
              if (event.key === 'Enter') onEnter?.()
            }}
          />
          {after}
        </span>
      )}
    </FieldFrame>
  )
}

/** A password with a visibility toggle and a Caps Lock warning. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'after'>) {
  const t = useMessages('ui')
  const [is_visible, setVisible] = useState(false)
  const [caps, setCaps] = useState(false)
  const IconComponent = is_visible ? EyeOffIcon : EyeIcon
  const { hint, ...rest } = props
  return (
    <TextField
      {...rest}
      hint={caps ? t(($) => $.caps_lock) : hint}
      type={is_visible ? 'text' : 'password'}
      onKeyDown={(event) => setCaps(event.getModifierState('CapsLock'))}
      after={
        <button
          type="button"
          className={styles.inside}
          aria-label={is_visible ? t(($) => $.hide_password) : t(($) => $.show_password)}
          aria-pressed={is_visible}
          onClick={() => setVisible(!is_visible)}
        >
          <IconComponent />
        </button>
      }
    />
  )
}

/** A search field with a clear button. */
export function SearchField(props: Omit<TextFieldProps, 'type' | 'before' | 'after'>) {
  const t = useMessages('ui')
  return (
    <TextField
      quiet
      {...props}
      type="search"
      placeholder={props.placeholder ?? props.label}
      before={<SearchIcon className={styles.sign} />}
      after={
        props.value !== '' && (
          <button
            type="button"
            className={styles.inside}
            aria-label={t(($) => $.clear)}
            onClick={() => props.onChange('')}
          >
            <CloseIcon size={14} />
          </button>
        )
      }
    />
  )
}
