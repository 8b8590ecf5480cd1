/** An option of the chart library, built by the screens. */
export type { EChartsCoreOption as ChartOption } from 'echarts/core'
