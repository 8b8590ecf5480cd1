import { useMessages } from '../../messages/messages.ts'
import styles from './center.module.css'

/** Browser and operating system; empty for programs. */
export function BrowserCell({ browser, system }: { browser: string; system: string }) {
  const t = useMessages('center')
  if (browser === '' && system === '') return <span className={styles.quiet}>{t(($) => $.program)}</span>
  return <>{[browser, system].filter((part) => part !== '').join(' · ')}</>
}
