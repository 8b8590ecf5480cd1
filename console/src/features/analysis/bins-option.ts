import type { EfficiencyAnalysis } from '@heatfleet/contract/analysis/days.ts'
import type { ChartOption } from '../../ui/chart/option.ts'
import { faded, type Palette } from '../../ui/chart/palette.ts'

type Bin = EfficiencyAnalysis['bins'][number]

type BinsInput = {
  palette: Palette
  /** Names of the classes of outdoor temperature. */
  places: readonly string[]
  lines: readonly { name: string; letter: 'A' | 'B'; points: readonly (Bin | undefined)[] }[]
  number: (value: number) => string
  detail: (bin: Bin) => string
}

/** Lines in their order: shape of the mark, the same as a letter for the legend, and colour. */
export const LINE_LOOKS = [
  { symbol: 'circle', mark: '●', colour: 'acc' },
  { symbol: 'rect', mark: '■', colour: 'hot' },
  { symbol: 'triangle', mark: '▲', colour: 'cold' },
  { symbol: 'diamond', mark: '◆', colour: 'ink_2' },
  { symbol: 'pin', mark: '▼', colour: 'warm' },
  { symbol: 'arrow', mark: '➤', colour: 'ok' },
] as const

/** Medians as lines with marks of their own; the first line's band reaches from the lowest to the highest tenth. Pure. */
export const binsOption = ({ palette, places, lines, number, detail }: BinsInput): ChartOption => {
  const [first] = lines
  const band = first?.points ?? []
  const quiet = { type: 'line', symbol: 'none', silent: true, lineStyle: { opacity: 0 }, stack: 'band' }
  return {
    textStyle: { fontFamily: '"Inter Variable", system-ui, sans-serif' },
    grid: { left: 8, right: 12, top: 12, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      backgroundColor: palette.panel,
      borderColor: palette.line,
      textStyle: { color: palette.ink, fontSize: 12 },
      formatter: (shown: unknown) => {
        const at = Array.isArray(shown) ? Number(Object(shown[0]).dataIndex) : -1
        const rows = lines.flatMap(({ name, points }) => {
          const bin = points[at]
          return bin === undefined ? [] : `${name}: ${detail(bin)}`
        })
        return [places[at] ?? '', ...rows].join('<br>')
      },
    },
    xAxis: {
      type: 'category',
      data: [...places],
      axisLine: { lineStyle: { color: palette.line } },
      axisTick: { show: false },
      axisLabel: { color: palette.ink_3, fontSize: 11, hideOverlap: true },
    },
    yAxis: {
      type: 'value',
      scale: true,
      axisLabel: { color: palette.ink_3, fontSize: 11, formatter: number },
      splitLine: { lineStyle: { color: palette.line_2 } },
    },
    series: [
      { ...quiet, data: band.map((bin) => bin?.p10 ?? null) },
      {
        ...quiet,
        data: band.map((bin) => (bin === undefined ? null : bin.p90 - bin.p10)),
        areaStyle: { color: faded(palette.acc, 0.15) },
      },
      ...lines.map(({ name, letter, points }, at) => ({
        type: 'line',
        name,
        data: points.map((bin) => bin?.p50 ?? null),
        connectNulls: true,
        symbol: (LINE_LOOKS[at % LINE_LOOKS.length] ?? LINE_LOOKS[0]).symbol,
        symbolSize: 8,
        lineStyle: { width: 2, type: letter === 'A' ? 'solid' : 'dashed' },
        itemStyle: { color: palette[(LINE_LOOKS[at % LINE_LOOKS.length] ?? LINE_LOOKS[0]).colour] },
      })),
    ],
  }
}
