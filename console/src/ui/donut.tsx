import { Link } from 'react-router'
import { useLanguage } from '../messages/messages.ts'
import styles from './donut.module.css'
import { formatNumber } from './format.ts'
import type { Tone } from './status.tsx'

/** One part of a whole; without a count it is not drawn. */
type DonutPart = {
  key: string
  label: string
  count: number
  tone: Extract<Tone, 'ok' | 'accent' | 'bad' | 'neutral'>
  /** The list of what is counted. */
  to?: string
}

const RADIUS = 15.915
/** White between two parts, in percent of the circle. */
const GAP = 0.8

/** Parts of a whole as a ring, with a legend that says each in words and numbers. */
export function Donut({ label, parts }: { label: string; parts: readonly DonutPart[] }) {
  const lang = useLanguage()
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  const drawn = parts.filter(({ count }) => count > 0)
  const gap = drawn.length > 1 ? GAP : 0
  let from = 25
  return (
    <figure className={styles.donut} aria-label={label}>
      <svg viewBox="0 0 42 42" className={styles.ring} aria-hidden="true">
        <circle className={styles.track} cx="21" cy="21" r={RADIUS} pathLength={100} />
        {drawn.map(({ key, tone, count }) => {
          const share = (count / total) * 100
          const drawn_share = Math.max(0.4, share - gap)
          const arc = (
            <circle
              key={key}
              className={`${styles.arc} ${styles[tone]}`}
              cx="21"
              cy="21"
              r={RADIUS}
              pathLength={100}
              strokeDasharray={`${drawn_share} ${100 - drawn_share}`}
              strokeDashoffset={from}
            />
          )
          from -= share
          return arc
        })}
        <text x="21" y="21" className={styles.total}>
          {formatNumber(total, 0, lang)}
        </text>
      </svg>
      <ul className={styles.legend}>
        {parts.map(({ key, label: part, count, tone, to }) => (
          <li key={key}>
            <span className={`${styles.sign} ${styles[tone]}`} />
            {to === undefined ? part : <Link to={to}>{part}</Link>}
            <b>{formatNumber(count, 0, lang)}</b>
          </li>
        ))}
      </ul>
    </figure>
  )
}
