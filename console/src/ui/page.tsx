import type { ReactNode } from 'react'
import styles from './page.module.css'
import { useTabLabel } from './tab-label.ts'

/** One screen: title, a quiet note beside it, its actions, its content. `tab` renames the open tab (a device's name). */
export function Page(props: {
  title: ReactNode
  /** Stands before the title, for what it is: the face of a person. */
  mark?: ReactNode
  note?: ReactNode
  actions?: ReactNode
  tab?: string | undefined
  /** Fills the window and lets the content scroll inside instead of the page. */
  fill?: boolean
  children: ReactNode
}) {
  useTabLabel(props.tab)
  return (
    <section className={`${styles.page} ${props.fill ? styles.fill : ''}`}>
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
