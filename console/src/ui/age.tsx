import { useLanguage } from '../messages/messages.ts'
import styles from './age.module.css'
import { useTicking } from './clock.ts'
import { formatAge, formatTime, UNKNOWN } from './format.ts'

/** The age of a time ("37 s ago"), updated live; exact on hover. `at`: unix ms or ISO 8601, null = never. */
export function Age({ at, className }: { at: number | string | null | undefined; className?: string | undefined }) {
  const lang = useLanguage()
  const ms = at === null || at === undefined ? null : typeof at === 'number' ? at : Date.parse(at)
  const text = useTicking((now) => (ms === null ? UNKNOWN : formatAge(now - ms, lang)))
  if (ms === null) return <span className={styles.age}>{UNKNOWN}</span>
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
