import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import { useMemo } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { useWords } from '../../../words/words.ts'
import { usePointText } from '../point-text.ts'
import { type Definition, isState } from '../readings.ts'
import css from './curves.module.css'
import type { SeriesInk } from './series-ink.ts'
import { statisticsOf } from './statistics.ts'
import { Swatch } from './swatch.tsx'

type StatisticsProps = {
  series: readonly HistorySeries[]
  definition: Definition
  inks: ReadonlyMap<string, SeriesInk>
}

/** Minimum, maximum, average and last of each curve over the shown period. */
export const StatisticsTable = ({ series, definition, inks }: StatisticsProps) => {
  const t = useWords('detail')
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
    <Panel title={t(($) => $.curves.statistics)}>
      <div className={css.scroll}>
        <table className={css.statistics}>
          <thead>
            <tr>
              <th scope="col">{t(($) => $.live.point)}</th>
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
                  <Swatch ink={inks.get(point.key)} />
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
      </div>
    </Panel>
  )
}
