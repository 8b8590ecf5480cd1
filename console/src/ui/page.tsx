import type { ReactNode } from 'react'
import styles from './page.module.css'
import { useTabLabel } from './tab-label.ts'

/** Layout of a screen: title, muted note, actions, content. `tab` labels the shell's tab (a device's name). */
export function Page(props: {
  title: ReactNode
  /** Before the title: the picture of an account. */
  mark?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  tab?: string | undefined
  /** On paper a sheet: without buttons and tabs, small enough for one A4 page. */
  sheet?: boolean
  /** Fills the window and scrolls the content instead of the page. */
  fill?: boolean
  children: ReactNode
}) {
  useTabLabel(props.tab)
  return (
    <section className={`${styles.page} ${props.fill ? styles.fill : ''}`} data-sheet={props.sheet || undefined}>
      <header className={styles.head}>
        {props.mark}
        <h1 className={styles.title}>{props.title}</h1>
        {props.note !== undefined && <div className={styles.note}>{props.note}</div>}
        {props.actions !== undefined && <div className={styles.actions}>{props.actions}</div>}
      </header>
      {props.children}
    </section>
  )
}
