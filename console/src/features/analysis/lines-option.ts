import type { ChartOption } from '../../ui/chart/option.ts'
import type { Palette } from '../../ui/chart/palette.ts'

type LinesInput = {
  palette: Palette
  /** Names of the places along the axis. */
  places: readonly string[]
  /** At most two: the second is dashed and has other marks. */
  series: readonly { name: string; values: readonly (number | null)[] }[]
  min?: number | undefined
  max?: number | undefined
  number: (value: number) => string
  /** Without its unit, for the axis. */
  axisNumber: (value: number) => string
  /** What the place is called in each series, for the tooltip. */
  details: (at: number) => readonly string[]
}

/** Lines over places; told apart by shape of line and marks as well as by colour. Pure. */
export const linesOption = ({
  palette,
  places,
  series,
  min,
  max,
  number,
  axisNumber,
  details,
}: LinesInput): ChartOption => ({
  textStyle: { fontFamily: '"Inter Variable", system-ui, sans-serif' },
  grid: { left: 8, right: 12, top: 12, bottom: 4, containLabel: true },
  tooltip: {
    trigger: 'axis',
    backgroundColor: palette.panel,
    borderColor: palette.line,
    textStyle: { color: palette.ink, fontSize: 12 },
    formatter: (shown: unknown) => {
      const at = Array.isArray(shown) ? Number(Object(shown[0]).dataIndex) : -1
      const names = details(at)
      return series
        .flatMap(({ name, values }, place) => {
          const value = values[at]
          const letter = series.length > 1 ? `${name}: ` : ''
          return value === null || value === undefined ? [] : `${letter}${names[place]} <b>${number(value)}</b>`
        })
        .join('<br>')
    },
  },
  xAxis: {
    type: 'category',
    data: [...places],
    boundaryGap: places.length === 1,
    axisLine: { lineStyle: { color: palette.line } },
    axisTick: { show: false },
    axisLabel: { color: palette.ink_3, fontSize: 11, hideOverlap: true },
  },
  yAxis: {
    type: 'value',
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    axisLabel: { color: palette.ink_3, fontSize: 11, formatter: axisNumber },
    splitLine: { lineStyle: { color: palette.line_2 } },
  },
  series: series.map(({ name, values }, at) => ({
    type: 'line',
    name,
    data: [...values],
    connectNulls: false,
    symbol: at === 0 ? 'circle' : 'diamond',
    symbolSize: at === 0 ? 5 : 8,
    showSymbol: values.length <= 62,
    lineStyle: { width: 2, type: at === 0 ? 'solid' : 'dashed' },
    itemStyle: { color: at === 0 ? palette.acc : palette.ink_2 },
  })),
})
