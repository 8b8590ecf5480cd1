import type { EChartsType } from 'echarts/core'
import { useEffect, useRef, useState } from 'react'
import { Loading } from '../states.tsx'
import { isPrinting } from '../theme.ts'
import css from './chart.module.css'
import { moreSeries, needsMoreSeries } from './chart-parts.ts'
import type { ChartOption } from './option.ts'
import { useTooltip } from './use-tooltip.ts'

type ChartProps = {
  /** A complete ECharts option from a pure builder; replaces the previous one. */
  option: ChartOption
  height: number
  /** Description for screen readers. */
  label: string
  /** Called with the dragged period, unix ms; without it dragging is disabled. */
  onBrush?: (from: number, to: number) => void
  /** Called on double click. */
  onReset?: () => void
  /** Called with the width in px, in steps of 250, so that no more points than pixels are fetched and a scroll bar fetches none. */
  onWidth?: (width_px: number) => void
}

/** A line of the skeleton shown until the library is loaded. */
const LOADING_ROW_PX = 34

/** Shorter drags count as clicks. */
const BRUSH_MIN_PX = 6

type Drag = { start: number; now: number }

const WIDTH_STEP_PX = 250

/** A chart on a canvas; the chart library is loaded with the first one. */
export const Chart = ({ option, height, label, onBrush, onReset, onWidth }: ChartProps) => {
  const host = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<EChartsType | null>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const widthCallback = useRef(onWidth)
  widthCallback.current = onWidth
  const firstOption = useRef(option)
  const { has_tooltip, onPointer, onLeave } = useTooltip(chart)

  useEffect(() => {
    let is_disposed = false
    let started: EChartsType | null = null
    const element = host.current
    if (element === null) return
    const observer = new ResizeObserver(() => {
      started?.resize()
      widthCallback.current?.(Math.max(1, Math.ceil(element.clientWidth / WIDTH_STEP_PX)) * WIDTH_STEP_PX)
    })
    observer.observe(element)
    void Promise.all([import('./echarts.ts'), needsMoreSeries(firstOption.current) ? moreSeries.load() : null]).then(
      ([{ startChart }]) => {
        if (is_disposed) return
        started = startChart(element)
        setChart(started)
      },
    )
    return () => {
      is_disposed = true
      observer.disconnect()
      started?.dispose()
      setChart(null)
    }
  }, [])

  useEffect(() => {
    if (chart === null) return
    let is_current = true
    const draw = () => {
      // On paper there is no next frame to draw in.
      if (!is_current) return
      const drawn = { animation: false, ...option, ...(has_tooltip ? {} : { tooltip: undefined }) }
      chart.setOption(drawn, { notMerge: true, lazyUpdate: !isPrinting() })
    }
    if (needsMoreSeries(option) && !moreSeries.isLoaded()) void moreSeries.load().then(draw)
    else draw()
    return () => {
      is_current = false
    }
  }, [chart, option, has_tooltip])

  const timeAt = (x: number): number | null => {
    const at = chart?.convertFromPixel({ xAxisIndex: 0 }, x)
    return typeof at === 'number' ? at : null
  }
  const offsetOf = (event: React.PointerEvent) => event.clientX - (host.current?.getBoundingClientRect().left ?? 0)
  const finish = () => {
    if (drag === null) return
    setDrag(null)
    const [left, right] = [Math.min(drag.start, drag.now), Math.max(drag.start, drag.now)]
    if (right - left < BRUSH_MIN_PX) return
    const from = timeAt(left)
    const to = timeAt(right)
    if (from !== null && to !== null) onBrush?.(Math.round(from), Math.round(to))
  }

  return (
    <div
      className={css.frame}
      style={{ height }}
      role="img"
      aria-label={label}
      data-ready={chart === null ? undefined : 'yes'}
      data-brush={onBrush === undefined ? undefined : 'yes'}
      onPointerDown={
        onBrush &&
        ((event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setDrag({ start: offsetOf(event), now: offsetOf(event) })
        })
      }
      onPointerEnter={onPointer}
      onPointerLeave={onLeave}
      onPointerMove={(event) => {
        onPointer(event)
        if (drag !== null) setDrag({ ...drag, now: offsetOf(event) })
      }}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(null)}
      onDoubleClick={onReset}
    >
      <div ref={host} className={css.host} />
      {chart === null && <Loading rows={Math.max(2, Math.round(height / LOADING_ROW_PX))} />}
      {drag !== null && Math.abs(drag.now - drag.start) >= BRUSH_MIN_PX && (
        <div
          className={css.brush}
          style={{ left: Math.min(drag.start, drag.now), width: Math.abs(drag.now - drag.start) }}
        />
      )}
    </div>
  )
}
