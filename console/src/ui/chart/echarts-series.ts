import { BarChart, CustomChart } from 'echarts/charts'
import { MarkLineComponent, TitleComponent } from 'echarts/components'
import { use } from 'echarts/core'

/** Registers bars, strips, marked moments and titles; this module is only imported dynamically. */
export const registerSeries = () => use([BarChart, CustomChart, MarkLineComponent, TitleComponent])
