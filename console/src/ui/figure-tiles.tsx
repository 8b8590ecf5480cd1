import type { ReactNode } from 'react'
import { Link } from 'react-router'
import css from './figure-tiles.module.css'

type FigureTile = {
  key: string
  label: string
  /** With its unit; empty while it is fetched. */
  value: string
  /** Unit in smaller letters after the value. */
  unit?: string | undefined
  /** Address of the rows that the figure counts. */
  to?: string
  /** Something is wrong while it is shown. */
  is_bad?: boolean
  /** Its course, below the value. */
  chart?: ReactNode
  /** What it is of, in a line below. */
  note?: string
}

/** Key figures of a screen, side by side in one panel. */
export const FigureTiles = ({ label, tiles }: { label: string; tiles: readonly FigureTile[] }) => (
  <ul className={css.tiles} aria-label={label}>
    {tiles.map(({ key, label: name, value, unit, to, is_bad, chart, note }) => (
      <li key={key} className={css.tile} data-bad={is_bad || undefined}>
        <span className={css.label}>{name}</span>
        <b className={css.value}>
          {to === undefined || value === '' ? (
            value || '\u00a0'
          ) : (
            <Link to={to} aria-label={`${name}: ${value}`}>
              {value}
            </Link>
          )}
          {unit !== undefined && <small> {unit}</small>}
        </b>
        {chart}
        {note !== undefined && <span className={css.note}>{note}</span>}
      </li>
    ))}
  </ul>
)
