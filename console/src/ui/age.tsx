import { useLanguage } from '../messages/messages.ts'
import styles from './age.module.css'
import { useTicking } from './clock.ts'
import { formatAge, formatTime, UNKNOWN } from './format.ts'

/** The age of a time ("37 s ago"), updated live; exact on hover. `at`: unix ms or ISO 8601, null = never. */
export function Age(props: {
  at: number | string | null | undefined
  className?: string | undefined
  /** Shown for "never"; a dash would say that it is not known. */
  never?: string
}) {
  const { at, className, never = UNKNOWN } = props
  const lang = useLanguage()
  const ms = at === null || at === undefined ? null : typeof at === 'number' ? at : Date.parse(at)
  const text = useTicking((now) => (ms === null ? never : formatAge(now - ms, lang)))
  if (ms === null) return <span className={styles.age}>{never}</span>
  return (
    <time
      className={`${styles.age} ${className ?? ''}`}
      dateTime={new Date(ms).toISOString()}
      title={formatTime(ms, lang)}
    >
      {text}
    </time>
  )
}
