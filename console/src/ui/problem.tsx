import type { ErrorText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { ErrorIcon } from './icons.tsx'
import styles from './problem.module.css'

/** A failed call as an alert, with its request id. */
export function Problem({ problem }: { problem: ErrorText | null }) {
  const t = useMessages('shared')
  if (problem === null) return null
  const { message, request_id } = problem
  return (
    <div role="alert" className={styles.problem}>
      <ErrorIcon size={14} />
      <span>
        {message}
        {request_id !== null && <code>{t(($) => $.errors.request_id, { id: request_id })}</code>}
      </span>
    </div>
  )
}
