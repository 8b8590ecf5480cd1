import { TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'

/** Registers tooltip and axis pointer; this module is only imported dynamically. */
export const registerTooltip = () => use([TooltipComponent])
