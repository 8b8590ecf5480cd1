import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Chart } from '../../../ui/chart/chart.tsx'
import { usePalette } from '../../../ui/chart/palette.ts'
import { formatDuration, formatTime, type TimeStyle } from '../../../ui/format.ts'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { useWords } from '../../../words/words.ts'
import type { DeviceView } from '../device-view.ts'
import { useMinute } from '../overview/use-minute.ts'
import { usePointText } from '../point-text.ts'
import { type Definition, isState } from '../readings.ts'
import { AXES_MAX, planAxes } from './axes.ts'
import { curveOption, pictureHeight } from './curve-option.ts'
import { CurveToolbar } from './curve-toolbar.tsx'
import { type CurveView, readView, writeView, zoomTo } from './curve-view.ts'
import css from './curves.module.css'
import { PointPicker } from './point-picker.tsx'
import { inkOf } from './series-ink.ts'
import { inShownUnits } from './shown-units.ts'
import { StatisticsTable } from './statistics-table.tsx'
import { useCurves, useExplanations } from './use-curves.ts'

/** Shown when nobody has chosen anything yet. */
const DEFAULT_POINTS = ['t_out', 't_in', 't_amb', 'comp_hz', 'defrost']
const NO_POINTS: Definition = new Map()
const HOUR_MS = 3_600_000

const isStateKey = (definition: Definition | null, key: string): boolean => {
  const point = definition?.get(key)
  return point !== undefined && isState(point)
}

/** Clock times over hours, days over weeks. */
const tickStyle = (span_ms: number): TimeStyle =>
  span_ms <= 36 * HOUR_MS ? 'clock' : span_ms <= 96 * HOUR_MS ? 'minute' : 'date'

/** Up to 12 points over any period; the whole view is in the address. */
export const Curves = ({ view: device }: { view: DeviceView }) => {
  const t = useWords('detail')
  const [query, setQuery] = useSearchParams()
  const [width_px, setWidth] = useState(1000)
  const definition = useMemo(() => device.definition && inShownUnits(device.definition), [device.definition])
  const view = readView(
    query,
    DEFAULT_POINTS.filter((key) => definition?.get(key)?.in_history),
  )
  // Long periods need no new question each minute; live values are appended anyway.
  const now = useMinute(view.span.kind === 'last' && view.span.period !== '24h' ? 10 : 1)
  const change = (next: CurveView) => setQuery((before) => writeView(before, next))
  const asked = { device, view, now, width_px: Math.max(50, Math.round(width_px / 50) * 50) }
  const { series, answer, from, to, points } = useCurves(asked)
  const { bands, marks } = useExplanations(asked)
  const palette = usePalette()
  const { nameOf, inline, language } = usePointText()
  const name = useCallback(
    (key: string) => {
      const point = definition?.get(key)
      return point === undefined ? key : nameOf(point)
    },
    [definition, nameOf],
  )
  const plan = useMemo(() => planAxes(points.flatMap((key) => definition?.get(key) ?? [])), [points, definition])
  // One choice of colours for the chart, the picker and the statistics.
  const inks = useMemo(() => inkOf(points.filter((key) => !isStateKey(definition, key))), [points, definition])
  const option = useMemo(
    () =>
      curveOption({
        series,
        points: definition ?? NO_POINTS,
        plan,
        inks,
        from,
        to,
        bands,
        marks,
        palette,
        name,
        tick: (at) => formatTime(at, language, tickStyle(to - from)),
        moment: (at) => formatTime(at, language),
        value: (key, value) => inline(definition?.get(key), value),
      }),
    [series, definition, plan, inks, from, to, bands, marks, palette, name, language, inline],
  )

  if (definition === null) return <Loading rows={10} />
  const empty = answer.data !== undefined && series.every((one) => one.v.every((value) => value === null))
  const last = device.reported_at
  return (
    <div className={css.curves}>
      <PointPicker device={device} view={view} inks={inks} onChange={change} />
      <div className={css.main}>
        <Panel>
          <CurveToolbar view={view} now={now} series={series} definition={definition} onChange={change} />
          {points.length === 0 ? (
            <p className={css.empty}>{t(($) => $.curves.choose)}</p>
          ) : answer.error !== null && answer.data === undefined ? (
            <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
          ) : answer.data === undefined ? (
            <Loading rows={10} />
          ) : empty ? (
            <div className={css.empty}>
              <p>
                {t(($) => $.curves.empty)}{' '}
                {last !== null && t(($) => $.curves.empty_last, { at: formatTime(last, language, 'minute') })}
              </p>
              {last !== null && last < from && (
                <Button onClick={() => change(zoomTo(view, last - 12 * HOUR_MS, last, now))}>
                  {t(($) => $.curves.jump)}
                </Button>
              )}
            </div>
          ) : (
            <Chart
              option={option}
              height={pictureHeight(plan)}
              label={t(($) => $.curves.description, { count: points.length })}
              onWidth={setWidth}
              onBrush={(start, end) => change(zoomTo(view, Math.max(from, start), Math.min(to, end), now))}
              onReset={() => change({ ...view, span: { kind: 'last', period: '24h' } })}
            />
          )}
          <p className={css.foot}>
            <span>{t(($) => $.curves.hint)}</span>
            {answer.data !== undefined && (
              <span>
                {answer.data.bucket_s === 0
                  ? t(($) => $.curves.resolution_raw)
                  : t(($) => $.curves.resolution, { length: formatDuration(answer.data.bucket_s * 1000, language) })}
              </span>
            )}
            {answer.data?.truncated === true && <span className={css.warn}>{t(($) => $.curves.truncated)}</span>}
            {plan.without_axis.length > 0 && (
              <span className={css.warn}>
                {t(($) => $.curves.without_axis, { max: AXES_MAX, names: plan.without_axis.map(name).join(', ') })}
              </span>
            )}
          </p>
        </Panel>
        {series.length > 0 && !empty && <StatisticsTable series={series} definition={definition} inks={inks} />}
      </div>
    </div>
  )
}
