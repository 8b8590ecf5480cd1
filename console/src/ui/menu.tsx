import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { typedIndex } from './combo-rows.ts'
import { positionElement, type Side } from './floating-position.ts'
import type { Icon } from './icons.tsx'
import { CheckIcon } from './icons.tsx'
import styles from './menu.module.css'

export type MenuItem =
  | {
      key: string
      label: ReactNode
      icon?: Icon
      checked?: boolean
      danger?: boolean
      disabledReason?: string | undefined
      onSelect: () => void
    }
  | { key: string; divider: true }

/**
 * A dropdown menu. `trigger` renders the button and spreads the given props on it; arrow keys and first letters move,
 * Escape closes.
 * `header` is shown above the entries.
 */
export function DropdownMenu(props: {
  trigger: (button: { popoverTarget: string; 'aria-haspopup': 'menu'; id: string }) => ReactElement
  items: readonly MenuItem[]
  label: string
  side?: Side
  header?: ReactNode
}) {
  const id = useId()
  const buttonId = `${id}-button`
  const menu = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const { side = 'below-end' } = props

  useEffect(() => {
    const element = menu.current
    // Rendered only while open: a list has a menu in every row.
    const onBeforeToggle = (event: ToggleEvent) => {
      if (event.newState === 'open') flushSync(() => setOpen(true))
    }
    const onToggle = (event: ToggleEvent) => {
      const button = document.getElementById(buttonId)
      button?.setAttribute('aria-expanded', String(event.newState === 'open'))
      if (event.newState === 'closed') setOpen(false)
      if (element === null || button === null || event.newState !== 'open') return
      positionElement(element, button.getBoundingClientRect(), side)
      element.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
    }
    element?.addEventListener('beforetoggle', onBeforeToggle)
    element?.addEventListener('toggle', onToggle)
    return () => {
      element?.removeEventListener('beforetoggle', onBeforeToggle)
      element?.removeEventListener('toggle', onToggle)
    }
  }, [buttonId, side])

  return (
    <>
      {props.trigger({ popoverTarget: id, 'aria-haspopup': 'menu', id: buttonId })}
      <div id={id} ref={menu} popover="auto" className={styles.menu}>
        {open && (
          <Entries
            header={props.header}
            label={props.label}
            items={props.items}
            onChosen={() => menu.current?.hidePopover()}
          />
        )}
      </div>
    </>
  )
}

type EntriesProps = { header?: ReactNode; label: string; items: readonly MenuItem[]; onChosen: () => void }

function Entries({ header, label, items, onChosen }: EntriesProps) {
  const typed = useRef({ text: '', at: 0 })
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    moveFocus(event)
    if (event.defaultPrevented || event.key.length > 1 || event.key === ' ') return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const before = event.timeStamp - typed.current.at < TYPING_PAUSE_MS ? typed.current.text : ''
    typed.current = { text: before + event.key, at: event.timeStamp }
    focusTyped(event.currentTarget, typed.current.text)
  }
  return (
    <>
      {header !== undefined && <div className={styles.header}>{header}</div>}
      <div role="menu" aria-label={label} onKeyDown={onKeyDown}>
        {items.map((item) => {
          if ('divider' in item) return <hr key={item.key} className={styles.divider} />
          const IconComponent = item.icon
          const checkable = item.checked !== undefined
          return (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked goes with the role menuitemradio only
            <button
              key={item.key}
              type="button"
              role={checkable ? 'menuitemradio' : 'menuitem'}
              aria-checked={checkable ? item.checked : undefined}
              aria-disabled={item.disabledReason === undefined ? undefined : true}
              title={item.disabledReason}
              tabIndex={-1}
              className={`${styles.item} ${item.danger ? styles.danger : ''}`}
              onClick={() => {
                if (item.disabledReason !== undefined) return
                onChosen()
                item.onSelect()
              }}
            >
              {IconComponent !== undefined && <IconComponent />}
              <span className={styles.text}>{item.label}</span>
              {item.checked && <CheckIcon size={14} />}
            </button>
          )
        })}
      </div>
    </>
  )
}

/** A letter typed after this pause begins a new word, ms. */
const TYPING_PAUSE_MS = 700

const entriesOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('[role^=menuitem]')]
const placeIn = (entries: readonly HTMLElement[]) =>
  document.activeElement instanceof HTMLElement ? entries.indexOf(document.activeElement) : -1

/** Focuses the next entry that begins with what was typed; one letter again and again goes through all of them. */
const focusTyped = (menu: HTMLElement, text: string) => {
  const entries = entriesOf(menu)
  const begin = Array.from(text).every((letter) => letter === text[0]) ? text.slice(0, 1) : text
  const rows = entries.map(({ textContent }) => ({ label: textContent.trim() }))
  entries[typedIndex(rows, placeIn(entries), begin)]?.focus()
}

/** Arrow keys, Home and End move the focus and wrap around. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const entries = entriesOf(event.currentTarget)
  const at = placeIn(entries)
  const last = entries.length - 1
  const to = { ArrowDown: at === last ? 0 : at + 1, ArrowUp: at <= 0 ? last : at - 1, Home: 0, End: last }[event.key]
  if (to === undefined) return
  event.preventDefault()
  entries[to]?.focus()
}
