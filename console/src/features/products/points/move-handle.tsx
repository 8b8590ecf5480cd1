import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { RowsIcon } from '../../../ui/icons.tsx'
import css from './points.module.css'

/** Media type of a dragged point, so that other dragged data is ignored. */
const CARRIED = 'application/x-heatfleet-point'

/** The first cell of a row: drags the point to another position, or moves it by arrow keys. */
export function MoveHandle(props: {
  point_key: string
  label: string
  /** Moves to the position of another point. */
  onDrop: (key: string, onto: string) => void
  /** Moves up (-1) or down (1) by one. */
  onStep: (key: string, places: -1 | 1) => void
  children: ReactNode
}) {
  const { point_key, label, onDrop, onStep, children } = props
  const [is_over, setOver] = useState(false)
  const carries = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(CARRIED)
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    event.stopPropagation()
    onStep(point_key, event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard has the button, this is where the mouse lets go
    <span
      className={css.place}
      data-over={is_over || undefined}
      onDragOver={(event) => {
        if (!carries(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false)
        if (!carries(event)) return
        event.preventDefault()
        onDrop(event.dataTransfer.getData(CARRIED), point_key)
      }}
    >
      <button
        type="button"
        className={css.handle}
        aria-label={label}
        title={label}
        draggable
        onClick={(event) => event.stopPropagation()}
        onKeyDown={press}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          event.dataTransfer.setData(CARRIED, point_key)
        }}
      >
        <RowsIcon size={14} />
      </button>
      {children}
    </span>
  )
}
