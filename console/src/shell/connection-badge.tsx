import { useConnection } from '../cloud/socket.ts'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { formatTime } from '../ui/format.ts'
import styles from './top-bar.module.css'

/** Whether values arrive live, and if not, since when. */
export function ConnectionBadge() {
  const t = useMessages('shell')
  const lang = useLanguage()
  const { state, since } = useConnection()
  const time = formatTime(since, lang, 'clock')
  return (
    <span
      role="status"
      className={`${styles.badge} ${styles[state]}`}
      title={state === 'live' ? t(($) => $.connection.live_hint) : t(($) => $.connection.lost_hint, { time })}
    >
      <span className={styles.dot} />
      {state === 'offline' ? t(($) => $.connection.offline, { time }) : t(($) => $.connection[state])}
    </span>
  )
}
