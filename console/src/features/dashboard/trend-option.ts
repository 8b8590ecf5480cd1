import type { TrendDay } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { ChartOption } from '../../ui/chart/option.ts'
import { faded, type Palette } from '../../ui/chart/palette.ts'

export const TREND_SERIES = ['imported', 'activated', 'alarms'] as const
type TrendSeries = (typeof TREND_SERIES)[number]

type TrendInput = {
  days: readonly TrendDay[]
  palette: Palette
  /** Name and sum of a series, written above its bars. */
  title: (series: TrendSeries) => string
  name: (series: TrendSeries) => string
  day: (day: string) => string
  /** The day along the axis. */
  tick: (day: string) => string
  number: (value: number) => string
}

const ROW_PX = 74
const TITLE_PX = 20
const BOTTOM_PX = 22
const COLOURS = { imported: 'ink_3', activated: 'acc', alarms: 'bad' } as const satisfies Record<
  TrendSeries,
  keyof Palette
>

/** Height of the chart, px. */
export const TREND_HEIGHT_PX = TREND_SERIES.length * (ROW_PX + TITLE_PX) + BOTTOM_PX

/** Three rows of bars over the same days, each with a scale of its own: a batch of imports would flatten the others. Pure. */
export const trendOption = ({ days, palette, title, name, day, tick, number }: TrendInput): ChartOption => ({
  textStyle: { fontFamily: '"Inter Variable", system-ui, sans-serif' },
  axisPointer: { link: [{ xAxisIndex: 'all' }] },
  tooltip: {
    trigger: 'axis',
    axisPointer: { type: 'shadow', shadowStyle: { color: faded(palette.ink_3, 0.1) } },
    backgroundColor: palette.panel,
    borderColor: palette.line,
    textStyle: { color: palette.ink, fontSize: 12 },
    formatter: (shown: unknown) => {
      const at = Array.isArray(shown) ? Number(Object(shown[0]).dataIndex) : -1
      const row = days[at]
      if (row === undefined) return ''
      return [day(row.day), ...TREND_SERIES.map((series) => `${name(series)}: <b>${number(row[series])}</b>`)].join(
        '<br>',
      )
    },
  },
  title: TREND_SERIES.map((series, at) => ({
    text: title(series),
    left: 0,
    top: at * (ROW_PX + TITLE_PX),
    padding: 0,
    textStyle: { color: palette.ink_2, fontSize: 12, fontWeight: 'normal' },
  })),
  grid: TREND_SERIES.map((_, at) => ({
    left: 34,
    right: 4,
    top: at * (ROW_PX + TITLE_PX) + TITLE_PX,
    height: ROW_PX - 6,
  })),
  xAxis: TREND_SERIES.map((_, at) => ({
    type: 'category',
    gridIndex: at,
    data: days.map((row) => tick(row.day)),
    axisLine: { lineStyle: { color: palette.line } },
    axisTick: { show: false },
    axisLabel: { show: at === TREND_SERIES.length - 1, color: palette.ink_3, fontSize: 11, hideOverlap: true },
  })),
  yAxis: TREND_SERIES.map((series, at) => ({
    type: 'value',
    gridIndex: at,
    min: 0,
    max: Math.max(1, ...days.map((row) => row[series])),
    interval: Math.max(1, ...days.map((row) => row[series])),
    axisLabel: { color: palette.ink_3, fontSize: 11, formatter: number },
    splitLine: { lineStyle: { color: palette.line_2 } },
  })),
  series: TREND_SERIES.map((series, at) => ({
    type: 'bar',
    xAxisIndex: at,
    yAxisIndex: at,
    data: days.map((row) => row[series]),
    barMaxWidth: 18,
    barCategoryGap: '25%',
    itemStyle: {
      color: series === 'imported' ? faded(palette[COLOURS[series]], 0.55) : palette[COLOURS[series]],
      borderRadius: [2, 2, 0, 0],
    },
  })),
})
