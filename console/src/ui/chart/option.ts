/** A whole option of the chart library, as the pure builders of the screens make it and the chart takes it. */
export type { EChartsCoreOption as ChartOption } from 'echarts/core'
