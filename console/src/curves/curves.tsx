import { isState } from '@heatfleet/contract/points.ts'
import { type ReactNode, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { usePointText } from '../points/point-text.ts'
import type { Definition } from '../points/readings.ts'
import { Button } from '../ui/button.tsx'
import { formatDuration, formatTime } from '../ui/format.ts'
import { Panel } from '../ui/panel.tsx'
import { ErrorState, Loading } from '../ui/states.tsx'
import { useMinute } from '../ui/use-minute.ts'
import { useWords } from '../words/words.ts'
import type { CurveDevice, OtherDevice } from './curve-device.ts'
import { CurvePicture } from './curve-picture.tsx'
import { CurveToolbar } from './curve-toolbar.tsx'
import { type CurveView, readView, writeView, zoomTo } from './curve-view.ts'
import css from './curves.module.css'
import { HistoryTable } from './history-table.tsx'
import { PointPicker } from './point-picker.tsx'
import { inkOf } from './series-ink.ts'
import { inShownUnits } from './shown-units.ts'
import { StatisticsTable } from './statistics-table.tsx'
import { Timeline } from './timeline.tsx'
import { useCurves } from './use-curves.ts'

/** Shown when nobody has chosen anything yet. */
const DEFAULT_POINTS = ['t_out', 't_in', 't_amb', 'comp_hz', 'defrost']
const NO_OTHERS: readonly OtherDevice[] = []
const HOUR_MS = 3_600_000

const isStateKey = (definition: Definition | null, key: string): boolean => {
  const point = definition?.get(key)
  return point !== undefined && isState(point)
}

type CurvesProps = {
  view: CurveDevice
  /** Drawn beside it. */
  others?: readonly OtherDevice[]
}

/**
 * The history of a device (product 3.18): up to 12 points over any period as curves, table, statistics or states, beside
 * other devices or another period. The whole view is in the address.
 */
export const Curves = ({ view: device, others = NO_OTHERS }: CurvesProps) => {
  const t = useWords('curves')
  const { language } = usePointText()
  const [query, setQuery] = useSearchParams()
  const [width_px, setWidth] = useState(1000)
  const definition = useMemo(() => device.definition && inShownUnits(device.definition), [device.definition])
  const view = readView(
    query,
    (device.default_curves.length > 0 ? device.default_curves : DEFAULT_POINTS).filter(
      (key) => definition?.get(key)?.in_history,
    ),
  )
  // Long periods need no new question each minute; live values are appended anyway.
  const now = useMinute(view.span.kind === 'last' && view.span.period !== '24h' ? 10 : 1)
  const change = (next: CurveView) => setQuery((before) => writeView(before, next))
  const asked = { device, others, view, now, width_px: Math.max(50, Math.round(width_px / 50) * 50) }
  const { series, answer, from, points, keys, drawn: marked } = useCurves(asked)
  const drawn = useMemo(() => marked && inShownUnits(marked), [marked])
  // One choice of colours for the chart, the picker and the statistics.
  const inks = useMemo(() => inkOf(keys.filter((key) => !isStateKey(drawn, key))), [keys, drawn])

  if (definition === null || drawn === null) return <Loading rows={10} />
  const is_empty = answer.data !== undefined && series.every((one) => one.v.every((value) => value === null))
  const last = device.reported_at
  const missing: ReactNode =
    points.length === 0 ? (
      <p className={css.empty}>{t(($) => $.choose)}</p>
    ) : answer.error !== null && answer.data === undefined ? (
      <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
    ) : answer.data === undefined ? (
      <Loading rows={10} />
    ) : is_empty ? (
      <div className={css.empty}>
        <p>
          {t(($) => $.empty)} {last !== null && t(($) => $.empty_last, { at: formatTime(last, language, 'minute') })}
        </p>
        {last !== null && last < from && (
          <Button onClick={() => change(zoomTo(view, last - 12 * HOUR_MS, last, now))}>{t(($) => $.jump)}</Button>
        )}
      </div>
    ) : null
  return (
    <div className={css.curves}>
      <PointPicker device={device} view={view} inks={inks} onChange={change} />
      <div className={css.main}>
        <Panel>
          <CurveToolbar device={device} others={others} view={view} now={now} onChange={change} />
          {view.part === 'timeline' ? (
            <Timeline device={device} view={view} now={now} />
          ) : (
            (missing ??
            {
              curve: (
                <CurvePicture
                  {...asked}
                  series={series}
                  keys={keys}
                  drawn={drawn}
                  inks={inks}
                  onWidth={setWidth}
                  onChange={change}
                />
              ),
              table: <HistoryTable series={series} definition={drawn} />,
              statistics: <StatisticsTable series={series} definition={drawn} inks={inks} median />,
            }[view.part])
          )}
          {view.part !== 'timeline' && (
            <p className={css.foot}>
              {view.part === 'curve' && <span>{t(($) => $.hint)}</span>}
              {answer.data !== undefined && (
                <span>
                  {answer.data.bucket_s === 0
                    ? t(($) => $.resolution_raw)
                    : t(($) => (view.part === 'curve' ? $.resolution : $.resolution_plain), {
                        length: formatDuration(answer.data.bucket_s * 1000, language),
                      })}
                </span>
              )}
              {answer.data?.truncated === true && <span className={css.warn}>{t(($) => $.truncated)}</span>}
            </p>
          )}
        </Panel>
        {view.part === 'curve' && missing === null && (
          <StatisticsTable title={t(($) => $.statistics)} series={series} definition={drawn} inks={inks} />
        )}
      </div>
    </div>
  )
}
