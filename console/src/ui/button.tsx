import type { ButtonHTMLAttributes, KeyboardEvent, MouseEvent, Ref } from 'react'
import styles from './button.module.css'
import type { Icon } from './icons.tsx'
import { Tooltip } from './tooltip.tsx'

type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> & {
  kind?: 'primary' | 'default' | 'text' | 'danger' | 'link'
  size?: 'small' | 'medium' | 'large'
  icon?: Icon
  /** Why it is disabled; the button stays focusable and shows the reason. */
  disabledReason?: string | undefined
  disabled?: boolean | undefined
  /** A request is pending: disabled, with a spinner. */
  busy?: boolean | undefined
  /** Accessible name of an icon button, also its tooltip. */
  label?: string
  ref?: Ref<HTMLButtonElement>
}

/** A button. At most one `primary` per page. */
export function Button({
  kind = 'default',
  size = 'medium',
  icon: IconComponent,
  disabledReason,
  disabled = false,
  busy = false,
  label,
  className,
  children,
  onClick,
  onKeyDown,
  ...rest
}: ButtonProps) {
  const refused = disabled || disabledReason !== undefined || busy
  const bare = children === undefined || children === null
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (refused) event.preventDefault()
    else onClick?.(event)
  }
  // A key that is held down presses once: else it would run through the dialogs that follow.
  const pressKey = (event: KeyboardEvent<HTMLButtonElement>) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
    onKeyDown?.(event)
  }
  const button = (
    <button
      type="button"
      {...rest}
      onClick={press}
      onKeyDown={pressKey}
      aria-disabled={refused || undefined}
      aria-busy={busy || undefined}
      aria-label={label ?? rest['aria-label']}
      className={[styles.button, styles[kind], styles[size], bare ? styles.bare : '', className ?? ''].join(' ')}
    >
      {busy ? (
        <span className={styles.spin} />
      ) : (
        IconComponent !== undefined && <IconComponent size={size === 'small' ? 14 : 16} />
      )}
      {children}
    </button>
  )
  const hint = disabledReason ?? label
  return hint === undefined ? button : <Tooltip text={hint}>{button}</Tooltip>
}
