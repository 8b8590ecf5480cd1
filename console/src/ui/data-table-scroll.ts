import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { MARGIN_ROWS, type RowWindow, rowsInView } from './data-table-window.ts'

/** Rows that came into view are told, and those beyond the edges drawn, after this pause: a fling asks nothing. */
const SETTLE_MS = 200

type Watched<Row> = {
  scroller: RefObject<HTMLElement | null>
  head_px: number
  row_px: number
  rows: readonly Row[]
  /** Another page or order: back to the top. */
  page: string
  onRowsInView?: ((rows: readonly Row[]) => void) | undefined
}

/** Which rows to draw while the element scrolls and changes its size; marks the edges that have something beyond. */
export const useRowWindow = <Row>({ scroller, head_px, row_px, rows, page, onRowsInView }: Watched<Row>): RowWindow => {
  // Nothing before the size is known: rows drawn only to be taken away again cost as much as those that stay.
  const [view, setView] = useState<RowWindow>({ first: 0, end: 0 })
  // At first only what is seen: rows beyond the edges can wait until those are painted.
  const margin_rows = useRef(0)
  const told = useRef(onRowsInView)
  useLayoutEffect(() => {
    told.current = onRowsInView
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is the reason, not an input
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0
  }, [scroller, page])

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    // Sizes are read when they change, not while scrolling: reading them makes the browser lay out.
    let view_px = 0
    let hidden_px = 0
    const look = () => {
      const next = rowsInView(element.scrollTop, view_px, row_px, rows.length, margin_rows.current)
      setView((old) => (old.first === next.first && old.end === next.end ? old : next))
      element.toggleAttribute('data-more-start', element.scrollLeft > 0)
      element.toggleAttribute('data-more-end', hidden_px - element.scrollLeft > 1)
    }
    const measure = () => {
      view_px = element.clientHeight - head_px
      hidden_px = element.scrollWidth - element.clientWidth
      look()
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    // The header is as wide as the columns: it changes when they do.
    if (element.firstElementChild !== null) resized.observe(element.firstElementChild)
    const widen = setTimeout(() => {
      margin_rows.current = MARGIN_ROWS
      look()
    }, SETTLE_MS)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      clearTimeout(widen)
      resized.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [scroller, head_px, row_px, rows.length])

  useEffect(() => {
    const timer = setTimeout(() => told.current?.(rows.slice(view.first, view.end)), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [rows, view])
  return view
}
