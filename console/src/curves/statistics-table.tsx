import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { isState } from '@heatfleet/contract/products/points.ts'
import { useMemo } from 'react'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import type { Definition } from '../points/readings.ts'
import type { SeriesStyle } from './series-style.ts'
import css from './statistics.module.css'
import { statisticsOf } from './statistics.ts'
import { Swatch } from './swatch.tsx'

type StatisticsProps = {
  series: readonly HistorySeries[]
  definition: Definition
  styles_by_key: ReadonlyMap<string, SeriesStyle>
}

/** Minimum, maximum, average and last value of each curve as drawn, including the appended live value. */
export const StatisticsTable = ({ series, definition, styles_by_key }: StatisticsProps) => {
  const t = useMessages('history')
  const { nameOf, inline } = usePointText()
  const rows = useMemo(
    () =>
      series.flatMap((one) => {
        const point = definition.get(one.key)
        return point === undefined || isState(point) ? [] : [{ point, figures: statisticsOf(one) }]
      }),
    [series, definition],
  )
  if (rows.length === 0) return null
  return (
    <section className={css.below}>
      <h2>{t(($) => $.curves.statistics)}</h2>
      <table className={css.statistics}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.curves.point)}</th>
            <th scope="col">{t(($) => $.curves.minimum)}</th>
            <th scope="col">{t(($) => $.curves.average)}</th>
            <th scope="col">{t(($) => $.curves.maximum)}</th>
            <th scope="col">{t(($) => $.curves.last)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ point, figures }) => (
            <tr key={point.key}>
              <th scope="row">
                <Swatch style={styles_by_key.get(point.key)} />
                {nameOf(point)}
              </th>
              <td>{inline(point, figures.min)}</td>
              <td>{inline(point, figures.average)}</td>
              <td>{inline(point, figures.max)}</td>
              <td>
                <b>{inline(point, figures.last)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
