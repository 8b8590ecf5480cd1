import type { HistorySeries } from '@heatfleet/contract/history-series.ts'
import type { ChartOption } from '../../../ui/chart/option.ts'
import { faded, type Ink, type Palette } from '../../../ui/chart/palette.ts'
import { type Band, realMinus } from '../curves/curve-option.ts'

/** Curves of the day: flow, return, outdoor on the temperature axis; the compressor on its own, weak, below. */
export const DAY_KEYS = ['t_out', 't_in', 't_amb', 'comp_hz'] as const
/** States that explain them. */
export const DAY_STATES = ['defrost', 'dem_dhw'] as const

const INK: Readonly<Record<(typeof DAY_KEYS)[number], Ink>> = {
  t_out: 'hot',
  t_in: 'cold',
  t_amb: 'ink_3',
  comp_hz: 'ref_high',
}

/** What the picture of the last 24 hours is made from. */
export type DayPicture = {
  series: readonly HistorySeries[]
  bands: readonly Band[]
  from: number
  to: number
  palette: Palette
  /** Short words: flow, return, outdoor, compressor. */
  word: (key: (typeof DAY_KEYS)[number]) => string
  value: (key: string, value: number) => string
  tick: (at: number) => string
  moment: (at: number) => string
}

/** Part of the height the compressor takes at the bottom, as axis head-room: 0..this many times its maximum. */
const COMPRESSOR_HEADROOM = 4.2

/** Builds the curve of the last 24 hours with bands for defrost and hot water. Pure. */
export const dayOption = (picture: DayPicture): ChartOption => {
  const { palette, from, to } = picture
  const top = Math.max(30, ...numbers(picture.series, 'comp_hz'))
  return {
    grid: { left: 38, right: 96, top: 12, bottom: 24 },
    xAxis: {
      type: 'time',
      min: from,
      max: to,
      axisLine: { show: false },
      axisTick: { show: false },
      splitLine: { show: false },
      axisLabel: { color: palette.ink_3, fontSize: 11, hideOverlap: true, formatter: picture.tick },
    },
    yAxis: [
      {
        type: 'value',
        scale: true,
        splitNumber: 4,
        axisLabel: { color: palette.ink_3, fontSize: 11, formatter: realMinus },
        splitLine: { lineStyle: { color: palette.line_2 } },
      },
      { type: 'value', min: 0, max: top * COMPRESSOR_HEADROOM, show: false },
    ],
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
      { id: 'bands', type: 'line', data: [], silent: true, markArea: bandAreas(picture) },
      ...[...DAY_KEYS].reverse().map((key) => line(picture, key)),
    ],
  }
}

const numbers = (series: readonly HistorySeries[], key: string): number[] =>
  (series.find((one) => one.key === key)?.max ?? series.find((one) => one.key === key)?.v ?? []).filter(
    (value) => value !== null,
  )

const line = ({ series, palette, word }: DayPicture, key: (typeof DAY_KEYS)[number]) => {
  const one = series.find((candidate) => candidate.key === key)
  const colour = palette[INK[key]]
  const compressor = key === 'comp_hz'
  return {
    id: key,
    type: 'line',
    yAxisIndex: compressor ? 1 : 0,
    data: one === undefined ? [] : one.t.map((at, index) => [at, one.v[index] ?? null]),
    connectNulls: false,
    showSymbol: false,
    step: compressor ? 'end' : false,
    color: colour,
    lineStyle: {
      width: compressor ? 0.8 : key === 't_amb' ? 1.1 : 1.6,
      color: compressor ? faded(colour, 0.55) : colour,
    },
    ...(compressor ? { areaStyle: { color: faded(colour, 0.1) } } : {}),
    emphasis: { disabled: true },
    endLabel: {
      show: true,
      formatter: word(key),
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
      .map(([start, end], index) => [
        {
          xAxis: Math.max(start, from),
          itemStyle: { color: faded(band.kind === 'defrost' ? palette.ref_low : palette.warm, 0.18) },
          label: {
            show: index === 0,
            formatter: band.label,
            position: 'insideTopLeft',
            color: palette.ink_3,
            fontSize: 11,
          },
        },
        { xAxis: Math.min(end, to) },
      ]),
  ),
})

const dayTooltip = (
  picture: DayPicture,
  rows: readonly { seriesId: string; axisValue: number; value: readonly [number, number | null] }[],
): string => {
  const known = DAY_KEYS.flatMap((key) => {
    const value = rows.find((row) => row.seriesId === key)?.value[1]
    return typeof value === 'number'
      ? [
          `<tr><td>${picture.word(key)}</td><td style="text-align:right;padding-left:16px;font-weight:600">${picture.value(key, value)}</td></tr>`,
        ]
      : []
  })
  const at = rows[0]?.axisValue
  return `<div style="margin-bottom:4px;color:${picture.palette.ink_3}">${at === undefined ? '' : picture.moment(at)}</div><table>${known.join('')}</table>`
}
