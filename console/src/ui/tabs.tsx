import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './tabs.module.css'

export type TabItem<Key extends string> = { key: Key; label: ReactNode; badge?: ReactNode }
type Props<Key extends string> = {
  items: readonly TabItem<Key>[]
  value: Key
  onChange: (key: Key) => void
  /** Called with a tab that the pointer or the focus is on, to fetch what it shows. */
  onNear?: (key: Key) => void
  /** Accessible name of the tab list. */
  label: string
}

/** The row fades over this width where it goes on (tabs.module.css): the selected tab stays clear of it. */
const EDGE_PX = 32

/** Arrow keys, Home and End move between tabs, following the ARIA tab pattern. */
const useArrows = <Key extends string>({ items, value, onChange }: Props<Key>) => {
  const list = useRef<HTMLDivElement>(null)
  const selected = items.findIndex((item) => item.key === value)
  // A link may open a tab beyond the edge of a narrow window. Only the tab list scrolls, not the page; measured
  // after the new content is rendered, to avoid a second layout.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      const tab = list.current?.children[selected]
      if (list.current === null || tab === undefined) return
      const [row, own] = [list.current.getBoundingClientRect(), tab.getBoundingClientRect()]
      const by_px = Math.max(0, own.right + EDGE_PX - row.right) - Math.max(0, row.left + EDGE_PX - own.left)
      if (by_px !== 0) list.current.scrollLeft += by_px
    })
    return () => cancelAnimationFrame(frame)
  }, [selected])
  const onKeyDown = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.key === value)
    const last = items.length - 1
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at <= 0 ? last : at - 1, Home: 0, End: last }[
      event.key
    ]
    const item = to === undefined ? undefined : items[to]
    if (item === undefined || to === undefined) return
    event.preventDefault()
    onChange(item.key)
    const tab = list.current?.children[to]
    if (tab instanceof HTMLElement) tab.focus()
  }
  return { list, onKeyDown }
}

const tabList = (kind: { list: string | undefined; tab: string | undefined; badge: string | undefined }) =>
  function TabList<Key extends string>(props: Props<Key>) {
    const { list, onKeyDown } = useArrows(props)
    return (
      <div role="tablist" aria-label={props.label} className={kind.list} ref={list} onKeyDown={onKeyDown}>
        {props.items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            aria-selected={item.key === props.value}
            tabIndex={item.key === props.value ? 0 : -1}
            className={kind.tab}
            onClick={() => props.onChange(item.key)}
            onPointerEnter={props.onNear && (() => props.onNear?.(item.key))}
            onFocus={props.onNear && (() => props.onNear?.(item.key))}
          >
            {item.label}
            {item.badge !== undefined && <span className={kind.badge}>{item.badge}</span>}
          </button>
        ))}
      </div>
    )
  }

/** Underlined tabs: parts of one screen. */
export const Tabs = tabList({ list: styles.line, tab: styles.lineTab, badge: styles.badge })

/** Pill tabs with counts: predefined filters of a list. */
export const QuickTabs = tabList({ list: styles.pills, tab: styles.pill, badge: styles.badge })
