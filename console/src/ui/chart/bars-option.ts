import { UNKNOWN } from '../format.ts'
import type { ChartOption } from './option.ts'
import { faded, type Palette } from './palette.ts'

/** Null = not known: no bar, and a gap in the line. */
type Value = number | null
type Bars = { name: string; values: readonly Value[]; faded?: boolean }
type Input = {
  palette: Palette
  places: readonly string[]
  /** Shorter names of the places along the axis. */
  ticks?: readonly string[]
  bars: readonly Bars[]
  /** A share, 0..1, over an axis of its own. */
  line?: { name: string; values: readonly Value[] }
  number: (value: number) => string
  percent: (share: number) => string
}

/** Bars beside each other over places, and a line of shares over them: volume by day, Pareto, satisfaction by month. Pure. */
export const barsOption = ({ palette, places, ticks = places, bars, line, number, percent }: Input): ChartOption => ({
  textStyle: { fontFamily: '"Inter Variable", system-ui, sans-serif' },
  grid: { left: 8, right: 12, top: 12, bottom: 4, containLabel: true },
  tooltip: {
    trigger: 'axis',
    axisPointer: { type: 'shadow', shadowStyle: { color: faded(palette.ink_3, 0.1) } },
    backgroundColor: palette.panel,
    borderColor: palette.line,
    textStyle: { color: palette.ink, fontSize: 12 },
    formatter: (points: unknown) => {
      const at = Array.isArray(points) ? Number(Object(points[0]).dataIndex) : -1
      if (places[at] === undefined) return ''
      return [
        places[at],
        ...bars.map(({ name, values }) => `${name}: <b>${shown(values[at], number)}</b>`),
        ...(line === undefined ? [] : [`${line.name}: <b>${shown(line.values[at], percent)}</b>`]),
      ].join('<br>')
    },
  },
  xAxis: {
    type: 'category',
    data: [...places],
    axisLine: { lineStyle: { color: palette.line } },
    axisTick: { show: false },
    axisLabel: {
      color: palette.ink_3,
      fontSize: 11,
      hideOverlap: true,
      formatter: (_: string, at: number) => ticks[at] ?? '',
    },
  },
  yAxis: [
    {
      type: 'value',
      minInterval: 1,
      axisLabel: { color: palette.ink_3, fontSize: 11, formatter: number },
      splitLine: { lineStyle: { color: palette.line_2 } },
    },
    ...(line === undefined
      ? []
      : [
          {
            type: 'value' as const,
            min: 0,
            max: 1,
            axisLabel: { color: palette.ink_3, fontSize: 11, formatter: percent },
            splitLine: { show: false },
          },
        ]),
  ],
  series: [
    ...bars.map(({ name, values, faded: is_faded = false }) => ({
      type: 'bar' as const,
      name,
      data: [...values],
      barMaxWidth: 28,
      itemStyle: { color: is_faded ? faded(palette.ink_3, 0.55) : palette.acc, borderRadius: [2, 2, 0, 0] },
    })),
    ...(line === undefined
      ? []
      : [
          {
            type: 'line' as const,
            name: line.name,
            yAxisIndex: 1,
            data: [...line.values],
            symbol: 'circle',
            symbolSize: 6,
            lineStyle: { color: palette.warn },
            itemStyle: { color: palette.warn },
          },
        ]),
  ],
})

const shown = (value: Value | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? UNKNOWN : format(value)
