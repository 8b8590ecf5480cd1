import type { CopDay } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { ChartOption } from '../../ui/chart/option.ts'
import type { Palette } from '../../ui/chart/palette.ts'

type CopInput = {
  days: readonly CopDay[]
  palette: Palette
  names: { cop: string; ambient_c: string }
  day: (day: string) => string
  /** The day along the axis. */
  tick: (day: string) => string
  cop: (value: number) => string
  celsius: (value: number) => string
  units: (count: number) => string
}

/** Height of the chart, px. */
export const COP_HEIGHT_PX = 220

/** COP by day as a line, the outdoor temperature dashed on an axis of its own. Pure. */
export const copOption = ({ days, palette, names, day, tick, cop, celsius, units }: CopInput): ChartOption => {
  const axis = { color: palette.ink_3, fontSize: 11 }
  return {
    textStyle: { fontFamily: '"Inter Variable", system-ui, sans-serif' },
    grid: { left: 4, right: 4, top: 26, bottom: 4, containLabel: true },
    tooltip: {
      trigger: 'axis',
      backgroundColor: palette.panel,
      borderColor: palette.line,
      textStyle: { color: palette.ink, fontSize: 12 },
      formatter: (shown: unknown) => {
        const row = days[Array.isArray(shown) ? Number(Object(shown[0]).dataIndex) : -1]
        if (row === undefined) return ''
        return [
          `${day(row.day)} · ${units(row.units)}`,
          ...(row.cop === null ? [] : [`${names.cop}: <b>${cop(row.cop)}</b>`]),
          ...(row.ambient_c === null ? [] : [`${names.ambient_c}: <b>${celsius(row.ambient_c)}</b>`]),
        ].join('<br>')
      },
    },
    xAxis: {
      type: 'category',
      data: days.map((row) => tick(row.day)),
      axisLine: { lineStyle: { color: palette.line } },
      axisTick: { show: false },
      axisLabel: { ...axis, hideOverlap: true },
    },
    yAxis: [
      {
        type: 'value',
        name: names.cop,
        min: 0,
        nameTextStyle: { ...axis, align: 'left' },
        axisLabel: axis,
        splitLine: { lineStyle: { color: palette.line_2 } },
      },
      {
        type: 'value',
        name: `${names.ambient_c}, °C`,
        scale: true,
        nameTextStyle: { ...axis, align: 'right' },
        axisLabel: axis,
        splitLine: { show: false },
      },
    ],
    series: [
      {
        type: 'line',
        name: names.cop,
        data: days.map((row) => row.cop),
        symbol: 'circle',
        symbolSize: 5,
        showSymbol: days.length <= 31,
        lineStyle: { width: 2 },
        itemStyle: { color: palette.acc },
      },
      {
        type: 'line',
        name: names.ambient_c,
        yAxisIndex: 1,
        data: days.map((row) => row.ambient_c),
        showSymbol: false,
        lineStyle: { width: 1.5, type: 'dashed' },
        itemStyle: { color: palette.ink_3 },
      },
    ],
  }
}
