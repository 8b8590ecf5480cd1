import { Link } from 'react-router'
import css from './figure-tiles.module.css'

export type FigureTile = {
  key: string
  label: string
  /** With its unit; empty while it is fetched. */
  value: string
  /** Address of the rows that the figure counts. */
  to?: string
}

/** Key figures of a screen, side by side in one panel. */
export const FigureTiles = ({ label, tiles }: { label: string; tiles: readonly FigureTile[] }) => (
  <ul className={css.tiles} aria-label={label}>
    {tiles.map(({ key, label: name, value, to }) => (
      <li key={key} className={css.tile}>
        <span className={css.label}>{name}</span>
        <b className={css.value}>
          {to === undefined || value === '' ? (
            value || '\u00a0'
          ) : (
            <Link to={to} aria-label={`${name}: ${value}`}>
              {value}
            </Link>
          )}
        </b>
      </li>
    ))}
  </ul>
)
