import { Refusal } from '@heatfleet/contract/errors.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import type { ReactNode } from 'react'
import { useErrorText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { useMissingRight, useRightName } from '../messages/right-name.ts'
import { Button } from './button.tsx'
import { DeviceIcon, ErrorIcon, type Icon, LockIcon, SearchIcon } from './icons.tsx'
import styles from './states.module.css'
import { useTabGone } from './tab-label.ts'

function State(props: { icon: Icon; title: ReactNode; text?: ReactNode; action?: ReactNode; alert?: boolean }) {
  const IconComponent = props.icon
  return (
    <div className={styles.state} role={props.alert ? 'alert' : undefined}>
      <span className={styles.sign}>
        <IconComponent size={20} />
      </span>
      <div className={styles.title}>{props.title}</div>
      {props.text !== undefined && <div className={styles.text}>{props.text}</div>}
      {props.action !== undefined && <div className={styles.action}>{props.action}</div>}
    </div>
  )
}

/** A skeleton of `rows` lines; delayed, so that quick responses do not flicker. */
export function Loading({ rows = 6 }: { rows?: number }) {
  const t = useMessages('ui')
  return (
    <div className={styles.loading} role="status">
      <span className="hf-hidden">{t(($) => $.loading)}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a skeleton have no other identity
        <span key={row} className={styles.bone} style={{ width: `${[92, 78, 85, 66, 88, 72][row % 6]}%` }} />
      ))}
    </div>
  )
}

/** In the place of one figure that is still being fetched; a dash would say that it is not known. */
export function PendingFigure() {
  const t = useMessages('ui')
  return <span className={styles.figure} role="img" aria-label={t(($) => $.loading)} />
}

/** Empty state: explains what would be here, and offers the first step. */
export function NeverAny(props: { title: ReactNode; text?: ReactNode; action?: ReactNode; icon?: Icon }) {
  return <State icon={props.icon ?? DeviceIcon} title={props.title} text={props.text} action={props.action} />
}

/** No match for the filters. */
export function NoMatch({ onClear }: { onClear?: () => void }) {
  const t = useMessages('ui')
  return (
    <State
      icon={SearchIcon}
      title={t(($) => $.states.no_match)}
      text={t(($) => $.states.no_match_hint)}
      action={onClear && <Button onClick={onClear}>{t(($) => $.clear_filters)}</Button>}
    />
  )
}

/** Names the permission that the role is missing. */
export function NoPermission({ permission }: { permission: Permission }) {
  const t = useMessages('ui')
  const nameOf = useRightName()
  return (
    <State
      icon={LockIcon}
      title={t(($) => $.states.no_permission)}
      text={t(($) => $.states.no_permission_hint, { permission: nameOf(permission) })}
    />
  )
}

/** `needs` = permission of the query, named when the refusal itself names none. */
type ErrorStateProps = { error: unknown; needs?: Permission | undefined; onRetry?: () => void }

/** A failed query: the missing permission, or the error with its request id and a retry button. */
export function ErrorState({ needs, ...failed }: ErrorStateProps) {
  const named = useMissingRight()(failed.error)
  const refused = failed.error instanceof Refusal && failed.error.code === 'no_permission'
  const missing = refused ? (named ?? needs) : undefined
  return missing === undefined ? <Failed {...failed} /> : <NoPermission permission={missing} />
}

const Failed = ({ error, onRetry }: Omit<ErrorStateProps, 'needs'>) => {
  const t = useMessages('ui')
  const shared = useMessages('shared')
  const { message, request_id } = useErrorText()(error)
  const again = onRetry !== undefined
  return (
    <State
      alert
      icon={ErrorIcon}
      title={t(($) => $.states.error)}
      text={
        <>
          {message}
          {request_id !== null && (
            <code className={styles.request}>{shared(($) => $.errors.request_id, { id: request_id })}</code>
          )}
        </>
      }
      action={again && <Button onClick={onRetry}>{t(($) => $.retry)}</Button>}
    />
  )
}

/** Not found: the object was deleted, or is out of scope. `inside` another screen, whose tab stays. */
export function Gone({ action, inside = false }: { action?: ReactNode; inside?: boolean }) {
  const t = useMessages('ui')
  useTabGone(!inside)
  return <State icon={SearchIcon} title={t(($) => $.states.gone)} text={t(($) => $.states.gone_hint)} action={action} />
}
