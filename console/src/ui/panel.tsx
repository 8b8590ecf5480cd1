import type { ReactNode } from 'react'
import styles from './panel.module.css'

/** A white panel with a title and a muted note at its right. `flush`: the content reaches the edges (a table). */
export function Panel(props: {
  title?: ReactNode
  note?: ReactNode
  flush?: boolean
  className?: string | undefined
  children: ReactNode
}) {
  return (
    <section className={`${styles.panel} ${props.flush ? styles.flush : ''} ${props.className ?? ''}`}>
      {(props.title !== undefined || props.note !== undefined) && (
        <header className={styles.head}>
          <h2 className={styles.title}>{props.title}</h2>
          {props.note !== undefined && <div className={styles.note}>{props.note}</div>}
        </header>
      )}
      {props.children}
    </section>
  )
}
