import type { PointerEvent } from 'react'
import s from './data-table.module.css'
import { withinWidths } from './data-table-columns.ts'

/**
 * The edge of a header cell by which its column is dragged to another width; a double click gives the default back. By
 * keyboard the width is set in the list of columns.
 */
export function ColumnHandle(props: {
  onDrag: (width_px: number) => void
  onWidth: (width_px: number | null) => void
}) {
  const start = (event: PointerEvent<HTMLSpanElement>) => {
    const handle = event.currentTarget
    const cell = handle.parentElement
    if (event.button !== 0 || cell === null) return
    event.preventDefault()
    handle.setPointerCapture(event.pointerId)
    const [from_x, from_px] = [event.clientX, cell.getBoundingClientRect().width]
    let width_px: number | null = null
    const move = ({ clientX }: globalThis.PointerEvent) => {
      width_px = withinWidths(from_px + clientX - from_x)
      props.onDrag(width_px)
    }
    const end = () => {
      handle.removeEventListener('pointermove', move)
      if (width_px !== null) props.onWidth(width_px)
    }
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', end, { once: true })
  }
  return <span className={s.handle} onPointerDown={start} onDoubleClick={() => props.onWidth(null)} aria-hidden />
}
