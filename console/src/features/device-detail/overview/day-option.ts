import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import { realMinus } from '../../../curves/curve-axes.ts'
import type { Band } from '../../../curves/curve-option.ts'
import { STATE_COLOURS } from '../../../curves/device-states.ts'
import type { ChartOption } from '../../../ui/chart/option.ts'
import { faded, type Palette, type PaletteColour } from '../../../ui/chart/palette.ts'

/** Curves of the day: flow, return and outdoor on the temperature axis; the compressor on a strip below. */
export const DAY_KEYS = ['t_out', 't_in', 't_amb', 'comp_hz'] as const

const INK: Readonly<Record<(typeof DAY_KEYS)[number], PaletteColour>> = {
  t_out: 'hot',
  t_in: 'cold',
  t_amb: 'ink_3',
  comp_hz: 'ref_high',
}

/** Input of the chart of the last 24 hours. */
type DayPicture = {
  series: readonly HistorySeries[]
  bands: readonly Band[]
  /** Whether the unit has a point of the compressor frequency: without one there is no strip. */
  has_strip: boolean
  from: number
  to: number
  /** A moment marked by a line, unix ms. */
  mark?: number
  palette: Palette
  /** Short series names: flow, return, outdoor, compressor. */
  name: (key: (typeof DAY_KEYS)[number]) => string
  value: (key: string, value: number) => string
  tick: (at: number) => string
  /** Labelled times of the time axis; undefined = chosen by the chart. */
  ticks: readonly number[] | undefined
  formatTime: (at: number) => string
}

/** Positions of the two grids, px: temperatures, and the compressor strip below. */
const LEFT_PX = 44
const RIGHT_PX = 96
const STRIP_PX = 34
const STRIP_BOTTOM_PX = 22
const GAP_PX = 14
/** The compressor axis ends at a multiple of this, and covers at least STRIP_LEAST_HZ. */
const STRIP_STEP_HZ = 10
const STRIP_LEAST_HZ = 30

/** Builds the chart of the last 24 hours with bands for defrost and hot water. Pure. */
export const dayOption = (picture: DayPicture): ChartOption => {
  const { palette, from, to, has_strip } = picture
  const grids = has_strip ? [0, 1] : [0]
  const lowest = grids.length - 1
  const top_hz = Math.max(STRIP_LEAST_HZ, ...numbers(picture.series, 'comp_hz'))
  const strip_hz = Math.ceil(top_hz / STRIP_STEP_HZ) * STRIP_STEP_HZ
  const axisLabel = { color: palette.ink_3, fontSize: 11 }
  const time = (gridIndex: number) => ({
    type: 'time',
    gridIndex,
    min: from,
    max: to,
    axisLine: { show: gridIndex === lowest, lineStyle: { color: palette.line } },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      ...axisLabel,
      show: gridIndex === lowest,
      hideOverlap: true,
      formatter: picture.tick,
      customValues: picture.ticks,
    },
  })
  return {
    grid: [
      { left: LEFT_PX, right: RIGHT_PX, top: 22, bottom: STRIP_BOTTOM_PX + (has_strip ? STRIP_PX + GAP_PX : 0) },
      { left: LEFT_PX, right: RIGHT_PX, height: STRIP_PX, bottom: STRIP_BOTTOM_PX },
    ].slice(0, grids.length),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    xAxis: grids.map(time),
    yAxis: [
      {
        type: 'value',
        gridIndex: 0,
        scale: true,
        splitNumber: 4,
        name: '°C',
        nameGap: 8,
        nameTextStyle: { ...axisLabel, align: 'right', padding: [0, 8, 0, 0] },
        axisLabel: { ...axisLabel, formatter: realMinus },
        splitLine: { lineStyle: { color: palette.line_2 } },
      },
      {
        type: 'value',
        gridIndex: 1,
        min: 0,
        max: strip_hz,
        interval: strip_hz,
        axisLabel: { ...axisLabel, formatter: (tick: number) => (tick === 0 ? '' : `${tick} Hz`) },
        splitLine: { lineStyle: { color: palette.line_2 } },
      },
    ].slice(0, grids.length),
    tooltip: {
      trigger: 'axis',
      confine: true,
      backgroundColor: palette.panel,
      borderColor: palette.line,
      padding: [8, 10],
      textStyle: { color: palette.ink, fontSize: 12 },
      axisPointer: { lineStyle: { color: palette.ink_3, type: 'solid', width: 1 } },
      valueFormatter: undefined,
      formatter: (rows: readonly { seriesId: string; axisValue: number; value: readonly [number, number | null] }[]) =>
        dayTooltip(picture, rows),
    },
    series: [
      ...grids.map((axis) => ({
        id: `bands-${axis}`,
        type: 'line',
        data: [],
        silent: true,
        xAxisIndex: axis,
        yAxisIndex: axis,
        markArea: bandAreas(picture),
        ...(picture.mark === undefined ? {} : { markLine: momentLine(picture.mark, picture.palette) }),
      })),
      ...[...DAY_KEYS]
        .reverse()
        .filter((key) => has_strip || key !== 'comp_hz')
        .map((key) => line(picture, key)),
    ],
  }
}

const numbers = (series: readonly HistorySeries[], key: string): number[] =>
  (series.find((one) => one.key === key)?.max ?? series.find((one) => one.key === key)?.v ?? []).filter(
    (value) => value !== null,
  )

const line = ({ series, palette, name }: DayPicture, key: (typeof DAY_KEYS)[number]) => {
  const one = series.find((candidate) => candidate.key === key)
  const colour = palette[INK[key]]
  const compressor = key === 'comp_hz'
  return {
    id: key,
    type: 'line',
    xAxisIndex: compressor ? 1 : 0,
    yAxisIndex: compressor ? 1 : 0,
    data: one === undefined ? [] : one.t.map((at, index) => [at, one.v[index] ?? null]),
    connectNulls: false,
    showSymbol: false,
    step: compressor ? 'end' : false,
    color: colour,
    lineStyle: {
      width: compressor ? 1.1 : key === 't_amb' ? 1.1 : 1.6,
      color: compressor ? faded(colour, 0.8) : colour,
    },
    ...(compressor ? { areaStyle: { color: faded(colour, 0.14) } } : {}),
    emphasis: { disabled: true },
    endLabel: {
      show: true,
      formatter: name(key),
      color: colour,
      fontSize: 11.5,
      distance: 6,
      width: 86,
      overflow: 'truncate',
    },
    labelLayout: { moveOverlap: 'shiftY' },
    z: compressor ? 1 : 3,
  }
}

const bandAreas = ({ bands, palette, from, to }: DayPicture) => ({
  silent: true,
  data: bands.flatMap((band) =>
    band.periods
      .filter(([start, end]) => end > from && start < to)
      .map(([start, end]) => [
        { xAxis: Math.max(start, from), itemStyle: { color: bandColour(band.kind, palette) } },
        { xAxis: Math.min(end, to) },
      ]),
  ),
})

const momentLine = (mark: number, palette: Palette) => ({
  silent: true,
  symbol: 'none',
  label: { show: false },
  lineStyle: { color: palette.ink, type: 'solid', width: 1.5 },
  data: [{ xAxis: mark }],
})

/** Background of a band, also used by the legend. */
export const bandColour = (kind: Band['kind'], palette: Palette): string =>
  faded(palette[STATE_COLOURS[kind]], kind === 'defrost' ? 0.28 : 0.18)

const dayTooltip = (
  picture: DayPicture,
  rows: readonly { seriesId: string; axisValue: number; value: readonly [number, number | null] }[],
): string => {
  const values = DAY_KEYS.flatMap((key) => {
    const value = rows.find((row) => row.seriesId === key)?.value[1]
    return typeof value === 'number'
      ? [`<tr><td>${picture.name(key)}</td><td>${picture.value(key, value)}</td></tr>`]
      : []
  })
  const at = rows[0]?.axisValue
  return `<small>${at === undefined ? '' : picture.formatTime(at)}</small><table>${values.join('')}</table>`
}
