import css from './bars-legend.module.css'

/** What bars and lines stand for; the chart itself is a picture. */
export function BarsLegend({ items }: { items: readonly { name: string; look: 'bar' | 'pale' | 'line' }[] }) {
  return (
    <ul className={css.legend} aria-hidden="true">
      {items.map(({ name, look }) => (
        <li key={name} data-look={look}>
          {name}
        </li>
      ))}
    </ul>
  )
}
