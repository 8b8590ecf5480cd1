import { JobCentre } from '../exports/job-centre.tsx'
import { Bell } from '../notices/bell.tsx'
import { LanguageSwitch } from '../ui/language-switch.tsx'
import { ThemeSwitch } from '../ui/theme-switch.tsx'
import { AccountMenu } from './account-menu.tsx'
import { ConnectionBadge } from './connection-badge.tsx'
import { GlobalSearch } from './global-search.tsx'
import { useKeepLanguage } from './keep-language.ts'
import styles from './top-bar.module.css'
import { ZoneSwitch } from './zone-switch.tsx'

/** Search at the left; connection, language, light or dark and the account at the right. */
export function TopBar() {
  return (
    <header className={styles.bar}>
      <GlobalSearch />
      <span className={styles.space} />
      <ConnectionBadge />
      <JobCentre />
      <Bell />
      <ZoneSwitch />
      <LanguageSwitch onChoose={useKeepLanguage()} />
      <ThemeSwitch />
      <AccountMenu />
    </header>
  )
}
