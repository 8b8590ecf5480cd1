import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CheckIcon } from './icons.tsx'
import styles from './steps.module.css'

/** One step; `to` = its address, undefined while it cannot be reached. */
type Step<Key extends string> = { key: Key; label: ReactNode; done: boolean; to?: string | undefined }

/** Progress of a multi-step process. Reachable steps are links. */
export function Steps<Key extends string>(props: { label: string; steps: readonly Step<Key>[]; now: Key }) {
  return (
    <nav aria-label={props.label}>
      <ol className={styles.steps}>
        {props.steps.map(({ key, label, done, to }, at) => {
          const is_now = key === props.now
          const content = (
            <>
              <span className={styles.sign} data-done={(done && !is_now) || undefined}>
                {done && !is_now ? <CheckIcon size={13} /> : at + 1}
              </span>
              {label}
            </>
          )
          return (
            <li key={key} className={styles.step} data-now={is_now || undefined}>
              {to === undefined || is_now ? (
                <span aria-current={is_now ? 'step' : undefined}>{content}</span>
              ) : (
                <Link to={to}>{content}</Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
