import { type DragEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { RowsIcon } from '../../../ui/icons.tsx'
import css from './points.module.css'

/** What a dragged point is carried as: nothing else that is dragged over the table is taken for one. */
const CARRIED = 'application/x-heatfleet-point'

/** The first cell of a row, by which a point is dragged to the place of another, or moved with the arrow keys. */
export function MoveHandle(props: {
  point_key: string
  label: string
  /** To the place of another point. */
  onDrop: (key: string, onto: string) => void
  /** One place up (-1) or down (1). */
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
