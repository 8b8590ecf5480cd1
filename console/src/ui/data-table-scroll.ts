import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { MARGIN_ROWS, type RowWindow, rowsInView } from './data-table-window.ts'

/**
 * After this pause, ms, newly visible rows are reported and rows beyond the edges rendered: fast scrolling does
 * neither.
 */
const SETTLE_MS = 200

type Watched<Row> = {
  scroller: RefObject<HTMLElement | null>
  head_px: number
  row_px: number
  rows: readonly Row[]
  /** Scrolls to the top when it changes (page or order). */
  page: string
  onRowsInView?: ((rows: readonly Row[]) => void) | undefined
}

/** Virtual rows: which ones to render while the element scrolls or resizes; marks edges with more content. */
export const useRowWindow = <Row>({ scroller, head_px, row_px, rows, page, onRowsInView }: Watched<Row>): RowWindow => {
  // Empty until the size is known: rows rendered only to be removed again cost as much as the others.
  const [view, setView] = useState<RowWindow>({ first: 0, end: 0 })
  // Initially only visible rows: those beyond the edges are rendered after the first paint.
  const margin_rows = useRef(0)
  const callback = useRef(onRowsInView)
  useLayoutEffect(() => {
    callback.current = onRowsInView
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is the reason, not an input
  useLayoutEffect(() => {
    if (scroller.current !== null) scroller.current.scrollTop = 0
  }, [scroller, page])

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    // Sizes are read when they change, not while scrolling, which would force layouts.
    let view_px = 0
    let hidden_px = 0
    const update = () => {
      const next = rowsInView(element.scrollTop, view_px, row_px, rows.length, margin_rows.current)
      setView((old) => (old.first === next.first && old.end === next.end ? old : next))
      element.toggleAttribute('data-more-start', element.scrollLeft > 0)
      element.toggleAttribute('data-more-end', hidden_px - element.scrollLeft > 1)
    }
    const measure = () => {
      view_px = element.clientHeight - head_px
      hidden_px = element.scrollWidth - element.clientWidth
      update()
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    // The header is as wide as the columns and resizes with them.
    if (element.firstElementChild !== null) resized.observe(element.firstElementChild)
    const widen = setTimeout(() => {
      margin_rows.current = MARGIN_ROWS
      update()
    }, SETTLE_MS)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      clearTimeout(widen)
      resized.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [scroller, head_px, row_px, rows.length])

  useEffect(() => {
    const timer = setTimeout(() => callback.current?.(rows.slice(view.first, view.end)), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [rows, view])
  return view
}
