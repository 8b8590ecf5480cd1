import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { useCallback, useMemo } from 'react'
import { useMessages } from '../messages/messages.ts'
import { usePointText } from '../points/point-text.ts'
import type { Definition } from '../points/readings.ts'
import { unitText } from '../points/unit-text.ts'
import { Chart } from '../ui/chart/chart.tsx'
import { usePalette } from '../ui/chart/palette.ts'
import { timeTicks } from '../ui/chart/time-ticks.ts'
import { formatTime, type TimeStyle } from '../ui/format.ts'
import { AXES_MAX, planAxes } from './axes.ts'
import { chartHeight, curveOption } from './curve-option.ts'
import { boundsOf, type CurveView, zoomTo } from './curve-view.ts'
import css from './curves.module.css'
import type { SeriesStyle } from './series-style.ts'
import { useExplanations } from './use-explanations.ts'
import type { HistoryRequest } from './use-sources.ts'

type PictureProps = HistoryRequest & {
  width_px: number
  series: readonly HistorySeries[]
  /** Chosen points of all sources in drawing order. */
  keys: readonly string[]
  /** In the units the viewer chose. */
  display_definition: Definition
  styles_by_key: ReadonlyMap<string, SeriesStyle>
  onWidth: (width_px: number) => void
  onChange: (view: CurveView) => void
}

/** Clock times over hours, days over weeks. */
const tickStyle = (span_ms: number): TimeStyle =>
  span_ms <= 36 * HOUR_MS ? 'clock' : span_ms <= 96 * HOUR_MS ? 'minute' : 'date'
const HOUR_MS = 3_600_000

/** The curves with bands and marks; dragging zooms and fetches finer data. */
export const CurveChart = ({
  series,
  keys,
  display_definition,
  styles_by_key,
  onWidth,
  onChange,
  ...request
}: PictureProps) => {
  const t = useMessages('history')
  const { view, now } = request
  const { from, to } = boundsOf(view, now)
  const { bands, marks } = useExplanations(request)
  const palette = usePalette()
  const { nameOf, inline, language } = usePointText()
  const name = useCallback(
    (key: string) => {
      const point = display_definition.get(key)
      return point === undefined ? key : nameOf(point)
    },
    [display_definition, nameOf],
  )
  const plan = useMemo(
    () => planAxes(keys.flatMap((key) => display_definition.get(key) ?? [])),
    [keys, display_definition],
  )
  const option = useMemo(
    () =>
      curveOption({
        series,
        points: display_definition,
        plan,
        styles_by_key,
        from,
        to,
        bands,
        marks,
        palette,
        name,
        unitOf: (unit) => unitText(unit, language),
        ticks: timeTicks(from, to),
        tick: (at) => formatTime(at, language, tickStyle(to - from)),
        formatTime: (at) => formatTime(at, language),
        value: (key, value) => inline(display_definition.get(key), value),
      }),
    [series, display_definition, plan, styles_by_key, from, to, bands, marks, palette, name, language, inline],
  )
  return (
    <>
      <Chart
        option={option}
        height={chartHeight(plan)}
        label={t(($) => $.curves.description, { count: keys.length })}
        onWidth={onWidth}
        onBrush={(start, end) => onChange(zoomTo(view, Math.max(from, start), Math.min(to, end), now))}
        onReset={() => onChange({ ...view, span: { kind: 'last', period: '24h' } })}
      />
      {plan.without_axis.length > 0 && (
        <p className={css.warn}>
          {t(($) => $.curves.without_axis, { max: AXES_MAX, names: plan.without_axis.map(name).join(', ') })}
        </p>
      )}
    </>
  )
}
