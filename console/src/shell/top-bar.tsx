import { api } from '@heatfleet/contract/api.ts'
import { useChange } from '../cloud/call.ts'
import { renewSession, useSession } from '../cloud/session.ts'
import { useConnection } from '../cloud/socket.ts'
import { JobCentre } from '../features/exports/public.ts'
import { NotificationBell } from '../features/notifications/public.ts'
import { useErrorText } from '../messages/error-text.ts'
import type { Language } from '../messages/language-code.ts'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { formatTime } from '../ui/format.ts'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { useNotify } from '../ui/notify.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { AccountMenu } from './account-menu.tsx'
import { GlobalSearch } from './global-search.tsx'
import styles from './top-bar.module.css'
import { ZoneSwitch } from './zone-switch.tsx'

/** Saves a chosen language with the account; during an impersonation it stays in this browser. */
const useKeepLanguage = (): ((language: Language) => void) => {
  const notify = useNotify()
  const errorText = useErrorText()
  const viewing = useSession((session) => (session.user?.viewer_name ?? null) !== null)
  const { mutate } = useChange(api.chooseLanguage)
  return (language) => {
    if (viewing) return
    mutate(
      { body: { language } },
      {
        onSuccess: () => renewSession({ language }),
        onError: (error) => notify.error(errorText(error).message),
      },
    )
  }
}

/** State of the realtime connection, with the time of an outage. */
function ConnectionBadge() {
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

/** Search at the left; connection, language, theme and account at the right. */
export function TopBar() {
  return (
    <header className={styles.bar}>
      <GlobalSearch />
      <span className={styles.space} />
      <ConnectionBadge />
      <JobCentre />
      <NotificationBell />
      <ZoneSwitch />
      <LanguageSwitch onChoose={useKeepLanguage()} />
      <ThemeSwitch />
      <AccountMenu />
    </header>
  )
}
