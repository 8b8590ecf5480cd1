import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import type { FigureRow } from './figure-row.ts'
import type { SeriesStyle } from './series-style.ts'
import css from './statistics.module.css'
import { Swatch } from './swatch.tsx'

type CounterProps = { rows: readonly FigureRow<'counter'>[]; styles_by_key: ReadonlyMap<string, SeriesStyle> }

/** First and last reading of each counter and its increase: other statistics are meaningless for counters. */
export const CounterFigures = ({ rows, styles_by_key }: CounterProps) => {
  const t = useMessages('history')
  const { nameOf, inline } = usePointText()
  if (rows.length === 0) return null
  return (
    <section className={css.below}>
      <h2>{t(($) => $.curves.counters)}</h2>
      <table className={css.statistics}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.curves.point)}</th>
            <th scope="col">{t(($) => $.curves.aggregate_kind.first)}</th>
            <th scope="col">{t(($) => $.curves.aggregate_kind.last)}</th>
            <th scope="col">{t(($) => $.curves.aggregate_kind.difference)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ point, figures }) => (
            <tr key={point.key}>
              <th scope="row">
                <Swatch style={styles_by_key.get(point.key)} />
                {nameOf(point)}
              </th>
              <td>{inline(point, figures.first)}</td>
              <td>{inline(point, figures.last)}</td>
              <td>
                <b>{inline(point, figures.rise)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
