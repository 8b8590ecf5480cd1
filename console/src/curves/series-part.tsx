import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import type { Definition } from '../points/readings.ts'
import { formatDuration } from '../ui/format.ts'
import { CurveChart } from './curve-chart.tsx'
import type { CurveView } from './curve-view.ts'
import css from './curves.module.css'
import { HistoryTable } from './history-table.tsx'
import { QueryState } from './query-state.tsx'
import type { SeriesStyle } from './series-style.ts'
import { StatisticsTable } from './statistics-table.tsx'
import { useCurves } from './use-curves.ts'
import type { ChosenPoints, HistoryRequest } from './use-sources.ts'

/** Props of every view of the history. */
export type PartProps = HistoryRequest &
  ChosenPoints & {
    /** In the units the viewer chose. */
    display_definition: Definition
    styles_by_key: ReadonlyMap<string, SeriesStyle>
    onChange: (view: CurveView) => void
  }

/** The chosen points over time, as chart or table. */
export const SeriesPart = ({ display_definition, styles_by_key, onChange, ...about }: PartProps) => {
  const t = useMessages('history')
  const { language } = usePointText()
  const [width_px, setWidth] = useState(1000)
  const request = { ...about, width_px: Math.max(50, Math.round(width_px / 50) * 50) }
  const { series, marks, answer: query } = useCurves(request)
  const is_drawn = about.view.part === 'curve'
  return (
    <QueryState
      {...about}
      query={query}
      is_empty={() => series.every(isEmpty) && marks.length === 0}
      onChange={onChange}
    >
      {({ bucket_s, truncated }) => (
        <>
          {is_drawn ? (
            <CurveChart
              {...request}
              series={series}
              display_definition={display_definition}
              styles_by_key={styles_by_key}
              onWidth={setWidth}
              onChange={onChange}
            />
          ) : (
            <HistoryTable series={series} marks={marks} definition={display_definition} />
          )}
          <p className={css.foot}>
            {is_drawn && <span>{t(($) => $.curves.hint)}</span>}
            {is_drawn && about.others.length > 0 && (
              <span>{t(($) => $.curves.bands_of, { unit: about.sources[0]?.label ?? '' })}</span>
            )}
            <span>
              {bucket_s === 0
                ? t(($) => $.curves.resolution_raw)
                : t(($) => (is_drawn ? $.curves.resolution : $.curves.resolution_plain), {
                    length: formatDuration(bucket_s * 1000, language),
                  })}
            </span>
            {truncated && <span className={css.warn}>{t(($) => $.curves.truncated)}</span>}
          </p>
          {is_drawn && (
            <StatisticsTable series={series} definition={display_definition} styles_by_key={styles_by_key} />
          )}
        </>
      )}
    </QueryState>
  )
}

const isEmpty = ({ v }: HistorySeries): boolean => v.every((value) => value === null)
