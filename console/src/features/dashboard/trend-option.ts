import type { TrendDay } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import type { Hatch } from '../../ui/chart/hatch.ts'
import type { ChartOption } from '../../ui/chart/option.ts'
import { faded, type Palette, type PaletteColour } from '../../ui/chart/palette.ts'

export const TREND_SERIES = ['imported', 'activated', 'alarms'] as const
type TrendSeries = (typeof TREND_SERIES)[number]

/** From the bottom of a bar up, the worst first: what matters most stands on the axis, where it is compared best. */
export const TREND_SEVERITIES = ['critical', 'major', 'minor', 'info'] as const satisfies readonly Severity[]
/** How each severity is told apart: by colour and by shape. */
export const SEVERITY_LOOK = {
  critical: ['bad', 'solid'],
  major: ['hot', 'diagonal'],
  minor: ['warn', 'dots'],
  info: ['ink_3', 'open'],
} as const satisfies Record<Severity, readonly [PaletteColour, Hatch]>

type Fill = string | { image: HTMLCanvasElement; repeat: 'repeat' }

type TrendInput = {
  days: readonly TrendDay[]
  palette: Palette
  /** Name and sum of a series, written above its bars. */
  title: (series: TrendSeries) => string
  name: (series: TrendSeries) => string
  severity: (severity: Severity) => string
  /** What the part of a bar is filled with. */
  fill: (severity: Severity) => Fill
  day: (day: string) => string
  /** The day along the axis. */
  tick: (day: string) => string
  number: (value: number) => string
}

const ROW_PX = 74
const TITLE_PX = 20
const BOTTOM_PX = 22
const BAR = { type: 'bar', barMaxWidth: 18, barCategoryGap: '25%' } as const

/** Height of the chart, px. */
export const TREND_HEIGHT_PX = TREND_SERIES.length * (ROW_PX + TITLE_PX) + BOTTOM_PX

/**
 * Three rows of bars over the same days, each with a scale of its own: a batch of imports would flatten the others. Alarms are stacked
 * by severity. Pure.
 */
export const trendOption = ({ days, palette, title, name, day, tick, number, ...alarms }: TrendInput): ChartOption => ({
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
      const severities = TREND_SEVERITIES.filter((severity) => row.by_severity[severity] > 0)
      return [
        day(row.day),
        ...TREND_SERIES.map((series) => `${name(series)}: <b>${number(row[series])}</b>`),
        ...severities.map((severity) => `· ${alarms.severity(severity)}: ${number(row.by_severity[severity])}`),
      ].join('<br>')
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
  series: [
    ...(['imported', 'activated'] as const).map((series, at) => ({
      ...BAR,
      xAxisIndex: at,
      yAxisIndex: at,
      data: days.map((row) => row[series]),
      itemStyle: {
        color: series === 'imported' ? faded(palette.ink_3, 0.55) : palette.acc,
        borderRadius: [2, 2, 0, 0],
      },
    })),
    ...TREND_SEVERITIES.map((severity) => ({
      ...BAR,
      stack: 'alarms',
      xAxisIndex: 2,
      yAxisIndex: 2,
      data: days.map((row) => row.by_severity[severity]),
      itemStyle: { color: alarms.fill(severity), borderColor: palette[SEVERITY_LOOK[severity][0]], borderWidth: 0.5 },
    })),
  ],
})
