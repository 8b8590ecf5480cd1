import type { EChartsType } from 'echarts/core'
import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { tooltip } from './chart-parts.ts'

type Place = { x: number; y: number }

/**
 * Fetches the tooltip with the first pointer over a chart. `has_tooltip` = the option may be drawn with it; `onPointer` is
 * called while the pointer enters and moves, so that the first tooltip appears where the pointer is by then.
 */
export const useTooltip = (chart: EChartsType | null) => {
  const [has_tooltip, setReady] = useState(tooltip.isLoaded)
  const place = useRef<Place | null>(null)
  useEffect(() => {
    // The chart draws its new option in its next frame, and shows a tip only then.
    if (!has_tooltip || chart === null || place.current === null) return
    const { x, y } = place.current
    place.current = null
    const frame = requestAnimationFrame(() => chart.dispatchAction({ type: 'showTip', x, y }))
    return () => cancelAnimationFrame(frame)
  }, [has_tooltip, chart])
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    if (has_tooltip) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    place.current = { x: event.clientX - left, y: event.clientY - top }
    tooltip.load().then(
      () => setReady(true),
      // Without a connection the chart stays as it is; the next movement tries again.
      () => undefined,
    )
  }
  return { has_tooltip, onPointer, onLeave: () => (place.current = null) }
}
