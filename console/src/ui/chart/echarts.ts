import { LineChart } from 'echarts/charts'
import { GridSimpleComponent, MarkAreaComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'

// What every chart uses; a missing registration draws an empty chart without any warning. The axis pointer comes with the tooltip.
use([LineChart, GridSimpleComponent, MarkAreaComponent, LabelLayout, CanvasRenderer])

/** Initialises a chart; this module is only imported dynamically. */
export const startChart = (element: HTMLElement) => init(element, null, { renderer: 'canvas' })
