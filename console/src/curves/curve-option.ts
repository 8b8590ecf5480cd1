import type { HistorySeries } from '@heatfleet/contract/history/series.ts'
import type { DataPoint } from '@heatfleet/contract/products/points.ts'
import type { ChartOption } from '../ui/chart/option.ts'
import { faded, type Palette } from '../ui/chart/palette.ts'
import type { AxisPlan } from './axes.ts'
import {
  AXIS_PX,
  compressorAxis,
  compressorGrid,
  LABELS_PX,
  stripAxis,
  valueAxes,
  valueGrids,
  yStrips,
} from './curve-axes.ts'
import { stripSeries } from './curve-strips.ts'
import { STATE_COLOURS } from './device-states.ts'
import type { SeriesStyle } from './series-style.ts'
import { shortLabel } from './sources.ts'

/** A period that explains the curves, such as a defrost. */
export type Band = {
  kind: 'defrost' | 'hot_water' | 'cooling' | 'fault'
  label: string
  periods: readonly (readonly [number, number])[]
}
/** An event marked on the time axis: a command or an alarm. */
export type Mark = { kind: 'command' | 'alarm'; at: number; label: string }

/** Input of the chart; texts and numbers are already formatted. */
export type CurveChartInput = {
  series: readonly HistorySeries[]
  points: ReadonlyMap<string, DataPoint>
  plan: AxisPlan
  /** Colour of each curve, as in the lists beside the chart. */
  styles_by_key: ReadonlyMap<string, SeriesStyle>
  from: number
  to: number
  bands: readonly Band[]
  marks: readonly Mark[]
  palette: Palette
  name: (key: string) => string
  unitOf: (unit: string) => string
  tick: (at: number) => string
  /** Labelled times of the time axis; undefined = chosen by the chart. */
  ticks: readonly number[] | undefined
  formatTime: (at: number) => string
  value: (key: string, value: number) => string
}

const STRIP_PX = 20
/** Height of the compressor's own grid, and the gap above it. */
const COMPRESSOR_PX = 44
const COMPRESSOR_GAP_PX = 24
const TOP_PX = 26
/** Bands are drawn for up to ten days: beyond that a defrost is narrower than a pixel. */
const BANDS_SPAN_MS = 10 * 86_400_000
const BOTTOM_PX = 26
/** Height in px: the curves, and a strip for each state. */
export const chartHeight = (plan: AxisPlan, curves_px = 360): number => curves_px + belowCurves(plan)

const stripsHeight = ({ strips }: AxisPlan) => (strips.length === 0 ? 0 : strips.length * STRIP_PX + 10)
const belowCurves = (plan: AxisPlan) =>
  stripsHeight(plan) + (plan.compressor === null ? 0 : COMPRESSOR_PX + COMPRESSOR_GAP_PX)

/** Builds the chart: curves with min/max bands, strips of states, bands and marks. Pure. */
export const curveOption = (picture: CurveChartInput): ChartOption => {
  const { plan, palette } = picture
  const left = Math.max(1, plan.axes.length) * AXIS_PX + 4
  const stripsLeft = plan.strips.length > 0
  const grid = { left, right: LABELS_PX }
  const time = (gridIndex: number, shown: boolean) => ({
    type: 'time',
    gridIndex,
    min: picture.from,
    max: picture.to,
    axisLine: { show: false },
    axisTick: { show: false },
    splitLine: { show: false },
    axisLabel: {
      show: shown,
      color: palette.ink_3,
      fontSize: 11,
      hideOverlap: true,
      formatter: picture.tick,
      customValues: picture.ticks,
    },
    axisPointer: { show: true, type: 'line', lineStyle: { color: palette.ink_3, width: 1 }, label: { show: false } },
  })
  return {
    grid: [
      { ...grid, top: TOP_PX, bottom: BOTTOM_PX + belowCurves(plan) },
      ...(stripsLeft ? [{ ...grid, height: plan.strips.length * STRIP_PX, bottom: BOTTOM_PX }] : []),
      ...(plan.compressor === null ? [] : [{ ...grid, height: COMPRESSOR_PX, bottom: BOTTOM_PX + stripsHeight(plan) }]),
    ],
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    xAxis: [
      time(0, !stripsLeft && plan.compressor === null),
      ...(stripsLeft ? [time(1, true)] : []),
      ...(plan.compressor === null ? [] : [time(compressorGrid(plan), !stripsLeft)]),
    ],
    yAxis: [
      ...valueAxes(picture),
      ...(stripsLeft ? [stripAxis(picture)] : []),
      ...(plan.compressor === null ? [] : [compressorAxis(picture, plan.compressor)]),
    ],
    tooltip: tooltip(picture),
    series: [...explaining(picture), ...curves(picture), ...(stripsLeft ? stripSeries(picture, yStrips(plan)) : [])],
  }
}

/** An empty series below the curves that carries bands and marks. */
const explaining = ({ bands, marks, palette, from, to }: CurveChartInput) => [
  {
    id: 'bands',
    type: 'line',
    data: [],
    xAxisIndex: 0,
    yAxisIndex: 0,
    silent: true,
    markArea: {
      silent: true,
      // Over weeks the bands would cover the chart; the strips still show the states.
      data: (to - from > BANDS_SPAN_MS ? [] : bands).flatMap((band) =>
        band.periods
          .filter(([start, end]) => end > from && start < to)
          .map(([start, end], index) => [
            {
              xAxis: Math.max(start, from),
              itemStyle: { color: faded(palette[STATE_COLOURS[band.kind]], 0.17) },
              label: {
                // The first band of its kind carries the label; a defrost is too narrow for one.
                show: index === 0 && band.kind !== 'defrost',
                formatter: band.label,
                position: 'insideTopLeft',
                color: palette.ink_3,
                fontSize: 11,
              },
            },
            { xAxis: Math.min(end, to) },
          ]),
      ),
    },
    markLine: {
      silent: false,
      symbol: ['none', 'none'],
      data: marks
        .filter(({ at }) => at >= from && at <= to)
        .map((mark) => ({
          name: mark.label,
          xAxis: mark.at,
          lineStyle: { color: mark.kind === 'alarm' ? palette.bad : palette.acc, type: [3, 3], width: 1 },
          label: {
            formatter: mark.kind === 'alarm' ? '▲' : '◆',
            color: mark.kind === 'alarm' ? palette.bad : palette.acc,
            fontSize: 11,
            position: 'end',
          },
          emphasis: { label: { formatter: mark.label }, lineStyle: { width: 1 } },
        })),
    },
  },
]

/** Per curve: the range of each bucket as a pale band, so that no spike is lost, and the line above it. */
const curves = ({ series, plan, styles_by_key, palette, name }: CurveChartInput) => {
  const names = series.map(({ key }) => name(key))
  return valueGrids(plan).flatMap(({ keys, xAxisIndex, yAxisIndex }) =>
    keys.flatMap((key) => {
      const one = series.find((candidate) => candidate.key === key)
      const style = styles_by_key.get(key)
      if (one === undefined || style === undefined) return []
      const colour = palette[style.colour]
      const line = {
        id: key,
        name: name(key),
        type: 'line',
        xAxisIndex,
        yAxisIndex,
        data: one.t.map((at, index) => [at, one.v[index] ?? null]),
        connectNulls: false,
        showSymbol: false,
        color: colour,
        lineStyle: { width: 1.5, color: colour, type: style.dashed ? [5, 3] : 'solid' },
        emphasis: { disabled: true },
        endLabel: {
          show: true,
          formatter: shortLabel(name(key), names),
          color: colour,
          fontSize: 11.5,
          distance: 6,
          width: LABELS_PX - 14,
          overflow: 'truncate',
        },
        labelLayout: { moveOverlap: 'shiftY' },
        z: 3,
      }
      return [...rangeBand(one, colour, { xAxisIndex, yAxisIndex }), line]
    }),
  )
}

const rangeBand = (one: HistorySeries, colour: string, axes: { xAxisIndex: number; yAxisIndex: number }) => {
  const { min, max } = one
  if (min === null || max === null) return []
  const part = {
    type: 'line',
    ...axes,
    silent: true,
    showSymbol: false,
    z: 1,
    tooltip: { show: false },
  }
  const range = (index: number): readonly [number, number] | null => {
    const low = min[index] ?? null
    const high = max[index] ?? null
    return low === null || high === null || (one.v[index] ?? null) === null ? null : [low, high]
  }
  const stack = {
    stack: `range-${one.key}`,
    stackStrategy: 'all',
    lineStyle: { width: 0, opacity: 0 },
    connectNulls: false,
  }
  return [
    { ...part, ...stack, id: `low-${one.key}`, data: one.t.map((at, index) => [at, range(index)?.[0] ?? null]) },
    {
      ...part,
      ...stack,
      id: `high-${one.key}`,
      areaStyle: { color: colour, opacity: 0.22 },
      data: one.t.map((at, index) => {
        const ends = range(index)
        return [at, ends === null ? null : ends[1] - ends[0]]
      }),
    },
  ]
}

type Hovered = { axisValue?: number | string; seriesId?: string; value?: unknown; color?: unknown; seriesName?: string }

const tooltip = (picture: CurveChartInput) => ({
  trigger: 'axis',
  confine: true,
  backgroundColor: picture.palette.panel,
  borderColor: picture.palette.line,
  padding: [8, 10],
  textStyle: { color: picture.palette.ink, fontSize: 12 },
  // ECharts passes an array when it triggers on the axis.
  formatter: (hovered: Hovered | Hovered[]) => tooltipHtml(picture, Array.isArray(hovered) ? hovered : [hovered]),
})

/**
 * The tooltip: the time, then each curve with its value; texts are escaped because names come from data. The sheet of
 * `Chart` styles it: the security policy refuses style attributes in HTML.
 */
export const tooltipHtml = (picture: CurveChartInput, hovered: readonly Hovered[]): string => {
  const at = Number(hovered[0]?.axisValue)
  const rows = hovered.flatMap((one) => {
    if (one.seriesId === undefined || !picture.points.has(one.seriesId) || !Array.isArray(one.value)) return []
    const value: unknown = one.value[1]
    const shown = typeof value === 'number' ? picture.value(one.seriesId, value) : '–'
    return [
      `<tr><td><svg width="10" height="2"><rect width="10" height="2" fill="${escaped(String(one.color))}"/></svg>${escaped(picture.name(one.seriesId))}</td><td>${escaped(shown)}</td></tr>`,
    ]
  })
  return `<small>${escaped(picture.formatTime(at))}</small><table>${rows.join('')}</table>`
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? char)
