import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import { formatDuration, formatNumber, formatShare } from '../ui/format.ts'
import type { FigureRow } from './figure-row.ts'
import css from './statistics.module.css'
import { Swatch } from './swatch.tsx'

/** Duration and number of occurrences of each value of a state point. */
export const StateFigures = ({ rows }: { rows: readonly FigureRow<'state'>[] }) => {
  const t = useMessages('history')
  const { nameOf, inline, language } = usePointText()
  if (rows.length === 0) return null
  return (
    <section className={css.below}>
      <h2>{t(($) => $.curves.state_total)}</h2>
      <table className={css.statistics}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.curves.point)}</th>
            <th scope="col" className={css.word}>
              {t(($) => $.curves.state)}
            </th>
            <th scope="col">{t(($) => $.curves.state_share)}</th>
            <th scope="col">{t(($) => $.curves.state_time)}</th>
            <th scope="col">{t(($) => $.curves.state_times)}</th>
          </tr>
        </thead>
        {rows.map(({ point, figures: { states, known_ms } }) => (
          <tbody key={point.key}>
            {states.length === 0 && (
              <tr>
                <th scope="row">
                  <Swatch style={undefined} />
                  {nameOf(point)}
                </th>
                <td colSpan={4} className={css.word}>
                  {inline(point, null)}
                </td>
              </tr>
            )}
            {states.map(({ value, ms, times }, index) => (
              <tr key={value}>
                {index === 0 && (
                  <th scope="rowgroup" rowSpan={states.length}>
                    <Swatch style={undefined} />
                    {nameOf(point)}
                  </th>
                )}
                <td className={css.word}>{inline(point, value)}</td>
                <td>
                  <span className={css.share}>
                    <i className={css.fill} style={{ width: `${known_ms > 0 ? (ms / known_ms) * 100 : 0}%` }} />
                  </span>
                  <span className={css.percent}>{formatShare(ms, known_ms, language)}</span>
                </td>
                <td>{formatDuration(ms, language)}</td>
                <td>{formatNumber(times, 0, language)}</td>
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}
