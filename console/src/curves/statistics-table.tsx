import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import { isState } from '@heatfleet/contract/points.ts'
import { useMemo } from 'react'
import { usePointText } from '../points/point-text.ts'
import type { Definition } from '../points/readings.ts'
import { Panel } from '../ui/panel.tsx'
import { useWords } from '../words/words.ts'
import css from './curves.module.css'
import type { SeriesInk } from './series-ink.ts'
import { statisticsOf } from './statistics.ts'
import { Swatch } from './swatch.tsx'

type StatisticsProps = {
  series: readonly HistorySeries[]
  definition: Definition
  inks: ReadonlyMap<string, SeriesInk>
  /** In a panel of this name; without it they stand for themselves. */
  title?: string
  /** The median too: half of the shown values lie below it. */
  median?: boolean
}

/** Minimum, maximum, average and last of each curve over the shown period. */
export const StatisticsTable = ({ series, definition, inks, title, median = false }: StatisticsProps) => {
  const t = useWords('curves')
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
  const table = (
    <div className={css.scroll}>
      <table className={css.statistics}>
        <thead>
          <tr>
            <th scope="col">{t(($) => $.point)}</th>
            <th scope="col">{t(($) => $.minimum)}</th>
            <th scope="col">{t(($) => $.average)}</th>
            {median && <th scope="col">{t(($) => $.median)}</th>}
            <th scope="col">{t(($) => $.maximum)}</th>
            <th scope="col">{t(($) => $.last)}</th>
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
              {median && <td>{inline(point, figures.median)}</td>}
              <td>{inline(point, figures.max)}</td>
              <td>
                <b>{inline(point, figures.last)}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
  return title === undefined ? table : <Panel title={title}>{table}</Panel>
}
