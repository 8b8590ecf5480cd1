import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useMessages } from '../messages/messages.ts'
import styles from './combo-list.module.css'
import { type ComboRow, widestLabel } from './combo-rows.ts'
import { rowsInView, scrollToRow } from './data-table-window.ts'
import { positionElement } from './floating-position.ts'
import { CheckIcon, ChevronRightIcon, MinusIcon } from './icons.tsx'

type ListProps = {
  id: string
  label: string
  popup: 'listbox' | 'tree'
  several: boolean
  rows: readonly ComboRow[]
  /** What the rows were searched for. */
  search: string
  active: number
  /** The field below which the list is shown. */
  anchor: RefObject<HTMLElement | null>
  loading: boolean
  footer: ReactNode
  onChoose: (row: ComboRow) => void
  onFold: ((row: ComboRow, open: boolean) => void) | undefined
  onActive: (key: string) => void
}

/** Height of the list at most, px. */
const LIST_MAX_PX = 256
const LEVEL_PX = 18
/** Height of a row, px; a finger needs more than a pointer. */
const rowHeight = (): number => (matchMedia('(pointer: coarse)').matches ? 40 : 30)

/** The list of a combobox in the top layer. Only the rows in view are in the document. */
export function ComboList(props: ListProps) {
  const { rows, search, active, anchor, popup } = props
  const t = useMessages('ui')
  const panel = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [row_px] = useState(rowHeight)
  const [scroll_px, setScroll] = useState(0)
  const by_pointer = useRef(false)
  const shown = useRef<string | null>(null)
  const view_px = Math.min(LIST_MAX_PX, rows.length * row_px)
  const { first, end } = rowsInView(scroll_px, view_px, row_px, rows.length)
  const widest = widestLabel(rows)

  useLayoutEffect(() => {
    const [element, field] = [panel.current, anchor.current]
    if (element === null || field === null) return
    const position = () => {
      element.style.minWidth = `${field.offsetWidth}px`
      positionElement(element, field.getBoundingClientRect(), 'below-start')
    }
    position()
    // A search makes the list shorter, a tag the field higher, and the page scrolls below both.
    const resized = new ResizeObserver(position)
    resized.observe(element)
    resized.observe(field)
    addEventListener('scroll', position, { capture: true, passive: true })
    addEventListener('resize', position)
    return () => {
      resized.disconnect()
      removeEventListener('scroll', position, { capture: true })
      removeEventListener('resize', position)
    }
  }, [anchor])
  // Opens with the active row in the middle, and a search at its first row; what is under the pointer does not move away.
  useEffect(() => {
    const element = list.current
    if (element === null || active < 0) return
    const shown_search = shown.current
    shown.current = search
    if (shown_search === null) element.scrollTop = active * row_px - (view_px - row_px) / 2
    else if (shown_search !== search) element.scrollTop = scrollToRow(active, 0, view_px, row_px)
    else if (!by_pointer.current) element.scrollTop = scrollToRow(active, element.scrollTop, view_px, row_px)
    by_pointer.current = false
  }, [active, search, view_px, row_px])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the focus and the click from the field around it
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={panel}
      popover="manual"
      className={styles.panel}
      onMouseDown={(event) => {
        // The focus stays in the input.
        event.stopPropagation()
        if (!(event.target instanceof Element && event.target.closest('[data-footer]'))) event.preventDefault()
      }}
      onClick={(event) => event.stopPropagation()}
    >
      {rows.length === 0 ? (
        <p id={props.id} role="status" className={styles.empty}>
          {props.loading ? t(($) => $.loading) : t(($) => $.states.no_match)}
        </p>
      ) : (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a listbox or a tree, both have names
        <div
          ref={list}
          id={props.id}
          role={popup}
          aria-label={props.label}
          aria-multiselectable={props.several || undefined}
          className={styles.list}
          style={{ height: view_px }}
          onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
        >
          <div
            className={styles.widest}
            style={{ paddingInline: `${indent(widest.level)}px ${popup === 'tree' ? 120 : 40}px` }}
            aria-hidden
          >
            {widest.label}
          </div>
          <div style={{ height: rows.length * row_px, paddingTop: first * row_px }} className={styles.rows}>
            {rows.slice(first, end).map((row, at) => (
              <ComboItem
                key={row.key}
                id={`${props.id}-${first + at}`}
                row={row}
                several={props.several}
                popup={popup}
                place={first + at + 1}
                count={rows.length}
                height_px={row_px}
                active={first + at === active}
                onChoose={props.onChoose}
                onFold={props.onFold}
                onActive={() => {
                  if (first + at === active) return
                  by_pointer.current = true
                  props.onActive(row.key)
                }}
              />
            ))}
          </div>
        </div>
      )}
      {props.footer !== undefined && (
        <div className={styles.footer} data-footer>
          {props.footer}
        </div>
      )}
    </div>
  )
}

const indent = (level: number): number => (level === 0 ? 10 : 4 + (level - 1) * LEVEL_PX)

type ItemProps = Pick<ListProps, 'several' | 'popup' | 'onChoose' | 'onFold'> & {
  id: string
  row: ComboRow
  /** From 1. */
  place: number
  count: number
  height_px: number
  active: boolean
  onActive: () => void
}

function ComboItem({ id, row, several, popup, place, count, height_px, active, ...on }: ItemProps) {
  const { level, open } = row
  const is_checked = row.mixed ? 'mixed' : row.chosen
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keys
    // biome-ignore lint/a11y/noStaticElementInteractions: an option or an item of a tree
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: levels are of items of a tree only
    <div
      id={id}
      role={popup === 'tree' ? 'treeitem' : 'option'}
      aria-level={level}
      aria-expanded={open}
      aria-selected={row.chosen}
      aria-checked={several && popup === 'tree' ? is_checked : undefined}
      aria-disabled={row.disabled || undefined}
      aria-setsize={popup === 'tree' ? undefined : count}
      aria-posinset={popup === 'tree' ? undefined : place}
      title={row.label}
      data-active={active || undefined}
      className={styles.row}
      style={{ height: height_px, paddingInlineStart: indent(level ?? 0) }}
      onClick={() => on.onChoose(row)}
      onPointerMove={on.onActive}
    >
      {level !== undefined && (
        <span
          className={styles.fold}
          aria-hidden
          onClick={(event) => {
            if (open === undefined) return
            event.stopPropagation()
            on.onFold?.(row, !open)
          }}
        >
          {open !== undefined && <ChevronRightIcon size={14} className={open ? styles.unfolded : undefined} />}
        </span>
      )}
      {several && level !== undefined && (
        <span className={styles.check} data-state={is_checked} aria-hidden>
          {row.mixed ? <MinusIcon size={12} /> : row.chosen && <CheckIcon size={12} />}
        </span>
      )}
      <span className={styles.text}>{row.draw ?? row.label}</span>
      {several && level === undefined && row.chosen && <CheckIcon size={14} className={styles.tick} />}
    </div>
  )
}
