import type { ReactNode } from 'react'
import styles from './facts.module.css'

/** One fact of a detail screen; without a value it shows a dash. `wide` takes the whole row (an address, a remark). */
export type Fact = { label: string; value: ReactNode; wide?: boolean }

/** Labels and values in a grid with as many columns as fit. */
export function Facts({ items, least_px = 220 }: { items: readonly Fact[]; least_px?: number }) {
  return (
    <dl
      className={styles.facts}
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${least_px}px, 100%), 1fr))` }}
    >
      {items.map(({ label, value, wide }) => (
        <div key={label} className={wide ? styles.wide : undefined}>
          <dt>{label}</dt>
          <dd>{isNothing(value) ? <span className={styles.nothing}>—</span> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

const isNothing = (value: ReactNode) => value === null || value === undefined || value === ''
