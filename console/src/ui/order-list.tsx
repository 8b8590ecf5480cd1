import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import { ArrowDownIcon, ArrowUpIcon, RowsIcon } from './icons.tsx'
import styles from './order-list.module.css'

/** A reorderable list: by drag and drop, arrow keys on the handle, or buttons. */
export function OrderList(props: {
  label: string
  items: readonly { key: string; label: string }[]
  onOrder: (keys: string[]) => void
  /** Shown, but not movable. */
  disabled?: boolean
}) {
  const t = useMessages('ui')
  const { items, onOrder, disabled = false } = props
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const keys = items.map(({ key }) => key)
  const move = (from: number, to: number) => {
    const [key] = keys.slice(from, from + 1)
    if (disabled || key === undefined || to < 0 || to >= keys.length || to === from) return
    onOrder(keys.toSpliced(from, 1).toSpliced(to, 0, key))
  }
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault()
    if (dragged !== null) move(dragged, to)
    setDragged(null)
    setOver(null)
  }
  const press = (event: KeyboardEvent, at: number) => {
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: keys.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    move(at, to)
  }
  return (
    <ol className={styles.list} aria-label={props.label}>
      {items.map(({ key, label }, at) => (
        <li
          key={key}
          className={styles.item}
          data-over={(over === at && dragged !== at) || undefined}
          draggable={!disabled}
          onDragStart={() => setDragged(at)}
          onDragEnd={() => {
            setDragged(null)
            setOver(null)
          }}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(at)
          }}
          onDrop={(event) => drop(event, at)}
        >
          <button
            type="button"
            className={styles.handle}
            aria-label={t(($) => $.parts.order.handle, { name: label, place: at + 1, count: items.length })}
            disabled={disabled}
            onKeyDown={(event) => press(event, at)}
          >
            <RowsIcon size={14} />
          </button>
          <span className={styles.label}>{label}</span>
          <Button
            size="small"
            kind="text"
            icon={ArrowUpIcon}
            label={t(($) => $.parts.order.up, { name: label })}
            disabled={disabled || at === 0}
            onClick={() => move(at, at - 1)}
          />
          <Button
            size="small"
            kind="text"
            icon={ArrowDownIcon}
            label={t(($) => $.parts.order.down, { name: label })}
            disabled={disabled || at === items.length - 1}
            onClick={() => move(at, at + 1)}
          />
        </li>
      ))}
    </ol>
  )
}
