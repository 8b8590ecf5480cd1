import { api } from '@heatfleet/contract/api.ts'
import { wrapOf } from '@heatfleet/contract/counter.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import { useMemo, useState } from 'react'
import { useRead } from '../../../cloud/call.ts'
import type { Band } from '../../../curves/curve-option.ts'
import { hotWaterNames, hotWaterPeriods, type StatePoint, statePoints } from '../../../curves/state-points.ts'
import { setPeriods, withLive } from '../../../curves/statistics.ts'
import { useMessages } from '../../../messages/messages.ts'
import { usePointText } from '../../../points/point-text.ts'
import type { Definition } from '../../../points/readings.ts'
import { schematicPoints } from '../../../schematic/schematic-points.ts'
import { Button } from '../../../ui/button.tsx'
import { Chart } from '../../../ui/chart/chart.tsx'
import { usePalette } from '../../../ui/chart/palette.ts'
import { timeTicks } from '../../../ui/chart/time-ticks.ts'
import { formatTime } from '../../../ui/format.ts'
import { CurveIcon } from '../../../ui/icons.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { useMinute } from '../../../ui/use-minute.ts'
import type { DeviceView } from '../device-view.ts'
import { bandColour, DAY_KEYS, dayOption } from './day-option.ts'
import css from './overview.module.css'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const HEIGHT_PX = 226

type DayChartProps = {
  view: DeviceView
  /** Without it there is no way to the curves. */
  onOpen?: () => void
  /** Half a day before and after this moment, unix ms, which is marked; the last 24 hours without it. */
  around?: number
  /** How much of the present is shown; a whole day by default. */
  hours?: 2 | 24
}

/** Flow, return, outdoor and compressor of a day, with states as bands. */
export const DayChart = ({ view, onOpen, around, hours = 24 }: DayChartProps) => {
  const t = useMessages('device-detail')
  const { inline, language } = usePointText()
  const palette = usePalette()
  const now = useMinute(1)
  const [width_px, setWidth] = useState(1000)
  const { definition, device, readings } = view
  const drawn = useMemo(() => drawnPoints(definition), [definition])
  const points = [...drawn.keys()]
  const { from, to } = periodOf(now, around, hours)
  const latest = useRead(
    api.listCurve,
    { body: { mac: device.mac, points, hours, width_px } },
    { enabled: points.length > 0 && around === undefined, refetchInterval: 300_000, placeholder: 'keep' },
  )
  const period = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
  const past = useRead(
    api.historyData,
    { body: { macs: [device.mac], points, ...period, width_px } },
    { enabled: points.length > 0 && around !== undefined, placeholder: 'keep' },
  )
  const query = around === undefined ? latest : past
  const { data } = query
  const series = useMemo(
    () =>
      data?.series.map((one) => ({
        ...(around === undefined ? withLive(one, readings.get(one.key), wrapOf(definition?.get(one.key))) : one),
        key: drawn.get(one.key)?.name ?? one.key,
      })),
    [data, readings, definition, drawn, around],
  )
  const bands = useMemo((): Band[] => {
    const seriesOf = (name: StatePoint) => series?.find(({ key }) => key === name)
    const defrost = seriesOf('defrost')
    return [
      {
        kind: 'hot_water' as const,
        label: t(($) => $.day.hot_water),
        periods: hotWaterPeriods(statePoints(definition), seriesOf),
      },
      {
        kind: 'defrost' as const,
        label: t(($) => $.day.defrost),
        periods: defrost === undefined ? [] : setPeriods(defrost),
      },
    ]
      .map((band) => ({ ...band, periods: band.periods.filter(([, end]) => end > from) }))
      .filter((band) => band.periods.length > 0)
  }, [series, definition, from, t])
  const option = useMemo(
    () =>
      series === undefined
        ? null
        : dayOption({
            series,
            has_strip: [...drawn.values()].some(({ name }) => name === 'comp_hz'),
            from,
            to,
            ...(around === undefined ? {} : { mark: around }),
            palette,
            bands,
            name: (key) => t(($) => $.day[DAY_WORD[key]]),
            value: (key, value) => inline([...drawn.values()].find(({ name }) => name === key)?.point, value),
            ticks: timeTicks(from, to),
            tick: (at) => formatTime(at, language, 'clock'),
            formatTime: (at) => formatTime(at, language, 'minute'),
          }),
    [series, bands, from, to, around, palette, t, inline, drawn, language],
  )
  const is_short = hours === 2
  const empty = data?.series.every((one) => one.v.every((value) => value === null)) ?? false
  return (
    <Panel
      className={css.day}
      title={t(($) => (around !== undefined ? $.past.around : is_short ? $.day.title_short : $.day.title))}
      note={
        <span className={css.legend}>
          {bands.map(({ kind, label }) => (
            <span key={kind}>
              <i style={{ background: bandColour(kind, palette) }} />
              {label}
            </span>
          ))}
          {onOpen !== undefined && (
            <Button kind="text" size="small" icon={CurveIcon} className={css.noteButton} onClick={onOpen}>
              {t(($) => $.day.open)}
            </Button>
          )}
        </span>
      }
    >
      <div className={css.chartBox}>
        {empty ? (
          <p className={css.empty}>{t(($) => $.day[is_short ? 'empty_short' : 'empty'])}</p>
        ) : option !== null ? (
          <Chart
            option={option}
            height={HEIGHT_PX}
            label={t(($) => $.day[is_short ? 'description_short' : 'description'])}
            onWidth={setWidth}
          />
        ) : query.error !== null ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : definition !== null && points.length === 0 ? (
          <p className={css.empty}>{t(($) => $.day[is_short ? 'empty_short' : 'empty'])}</p>
        ) : (
          <Loading rows={7} />
        )}
      </div>
    </Panel>
  )
}

type Drawn = { name: (typeof DAY_KEYS)[number] | StatePoint; point: DataPoint }

/** The quantities of the chart by the key of the point that has them, by tag or key; those kept in history. */
const drawnPoints = (definition: Definition | null): ReadonlyMap<string, Drawn> => {
  const pointOf = schematicPoints(definition ?? new Map())
  return new Map(
    [...DAY_KEYS, 'defrost' as const, ...hotWaterNames(statePoints(definition))].flatMap((name): [string, Drawn][] => {
      const point = pointOf(name)
      return point?.in_history === true ? [[point.key, { name, point }]] : []
    }),
  )
}

const periodOf = (now: number, around: number | undefined, hours: number) => {
  if (around === undefined) return { from: now - hours * HOUR_MS, to: now + 60_000 }
  const to = Math.min(around + DAY_MS / 2, now + 60_000)
  return { from: to - DAY_MS, to }
}

const DAY_WORD = { t_out: 'flow', t_in: 'return', t_amb: 'outdoor', comp_hz: 'compressor' } as const
