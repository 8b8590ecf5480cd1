import { useConnection } from '../cloud/socket.ts'
import { JobCentre } from '../features/exports/public.ts'
import { NotificationBell } from '../features/notifications/public.ts'
import { useLanguage, useMessages } from '../messages/messages.ts'
import { Button } from '../ui/button.tsx'
import { formatTime } from '../ui/format.ts'
import { PanelLeftIcon } from '../ui/icons.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { AccountMenu } from './account-menu.tsx'
import { PaletteOpener } from './palette-opener.tsx'
import { openMenu } from './shell-state.ts'
import { Switches } from './switches.tsx'
import styles from './top-bar.module.css'

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

/** Search at the left; connection, language, theme and account at the right. On a phone the menu is opened from here. */
export function TopBar() {
  const t = useMessages('shell')
  const is_narrow = useNarrow()
  return (
    <header className={styles.bar}>
      {is_narrow && (
        <Button
          kind="text"
          icon={PanelLeftIcon}
          label={t(($) => $.menu_label)}
          aria-haspopup="dialog"
          onClick={() => openMenu(true)}
        />
      )}
      <PaletteOpener />
      <span className={styles.space} />
      <ConnectionBadge />
      <JobCentre />
      <NotificationBell />
      {!is_narrow && <Switches />}
      <AccountMenu />
    </header>
  )
}
