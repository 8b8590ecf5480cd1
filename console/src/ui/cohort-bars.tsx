import { Link } from 'react-router'
import styles from './cohort-bars.module.css'

/** One bar: its length as a share of the longest, and what is written beside it. */
type CohortBar = {
  /** 0..1; null = not known, or too few units to say. */
  length: number | null
  text: string
  /** The list that it counts. */
  to?: string | undefined
}
export type CohortBarRow = {
  key: string
  label: string
  /** One bar for each cohort. */
  bars: readonly CohortBar[]
  tone?: 'accent' | 'bad' | 'warn' | 'quiet'
}

const LETTERS = ['A', 'B'] as const

/** Bars side by side in rows; a second cohort is hatched and lettered, so that colour is not all that tells them apart. */
export function CohortBars({
  label,
  rows,
  wide = false,
}: {
  label: string
  rows: readonly CohortBarRow[]
  wide?: boolean
}) {
  return (
    <ul className={styles.bars} aria-label={label} data-wide={wide || undefined}>
      {rows.map(({ key, label: name, bars, tone = 'accent' }) => (
        <li key={key} className={styles.row}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          <span className={styles.cohorts}>
            {bars.map((bar, at) => (
              <span key={LETTERS[at]} className={styles.cohort}>
                {bars.length > 1 && <span className={styles.letter}>{LETTERS[at]}</span>}
                <span className={styles.track} aria-hidden="true">
                  <i
                    data-cohort={LETTERS[at]}
                    data-tone={tone}
                    style={{ width: `${Math.min(1, Math.max(0, bar.length ?? 0)) * 100}%` }}
                  />
                </span>
                {bar.to === undefined ? (
                  <span className={styles.value}>{bar.text}</span>
                ) : (
                  <Link className={styles.value} to={bar.to} aria-label={`${name}: ${bar.text}`}>
                    {bar.text}
                  </Link>
                )}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What the letters of cohorts stand for. */
export function CohortLegend({ cohorts }: { cohorts: readonly string[] }) {
  return (
    <ul className={styles.legend}>
      {cohorts.map((text, at) => (
        <li key={LETTERS[at]}>
          <span className={styles.letter}>{LETTERS[at]}</span>
          <i data-cohort={LETTERS[at]} data-tone="accent" aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  )
}
