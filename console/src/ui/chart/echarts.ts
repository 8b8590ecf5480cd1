import { BarChart, CustomChart, LineChart } from 'echarts/charts'
import {
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  TitleComponent,
  TooltipComponent,
} from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'

// Only what the charts use; a missing registration draws an empty chart without any warning.
use([
  BarChart,
  LineChart,
  CustomChart,
  GridComponent,
  TitleComponent,
  TooltipComponent,
  MarkAreaComponent,
  MarkLineComponent,
  LabelLayout,
  CanvasRenderer,
])

/** Initialises a chart; this module is only imported dynamically. */
export const startChart = (element: HTMLElement) => init(element, null, { renderer: 'canvas' })
