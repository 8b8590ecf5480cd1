import { type KeyboardEvent, type ReactNode, use, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMessages } from '../messages/messages.ts'
import styles from './combo-box.module.css'
import { ComboList } from './combo-list.tsx'
import { activeIndex, type ComboRow, movedIndex, typedIndex } from './combo-rows.ts'
import { ComboTags } from './combo-tags.tsx'
import field from './field.module.css'
import { ChevronDownIcon, CloseIcon } from './icons.tsx'
import { ReadOnly } from './read-only.ts'

export type ControlIds = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
  'aria-required'?: true
}

type ComboBoxProps = {
  ids: ControlIds
  label: string
  /** The selected label; with `tags` not shown. */
  text: string
  /** The selected ones of several. */
  tags?: readonly { key: string; label: string }[]
  /** The rows of the list while it is open; `search` is the typed text. */
  rowsOf: (search: string) => readonly ComboRow[]
  onChoose: (row: ComboRow) => void
  onFold?: (row: ComboRow, open: boolean) => void
  /** Called while typing and with '' afterwards. */
  onSearch?: ((search: string) => void) | undefined
  /** Removes one tag. */
  onRemove?: (key: string) => void
  /** Empties the field; absent = it cannot be emptied. */
  onClear?: (() => void) | undefined
  popup?: 'listbox' | 'tree'
  searchable: boolean
  placeholder: string | undefined
  disabled: boolean | undefined
  loading?: boolean | undefined
  prefix?: ReactNode
  /** After the text, e.g. its code. */
  suffix?: ReactNode
  footer?: ReactNode
  width?: number | string | undefined
}

/** A letter typed after this pause begins a new word, ms. */
const TYPING_PAUSE_MS = 700

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey

/**
 * A field with a list below it, after the combobox pattern of WAI-ARIA: the focus stays in the input, arrows open and
 * move, letters search, Enter selects, Escape closes, Backspace removes the last tag.
 */
export function ComboBox(props: ComboBoxProps) {
  const { ids, tags, rowsOf, searchable, popup = 'listbox', onFold } = props
  const t = useMessages('ui')
  const read_only = use(ReadOnly)
  const disabled = read_only || props.disabled === true
  const list_id = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const [active_key, setActiveKey] = useState<string | null>(null)
  const rows = open ? rowsOf(search) : []
  const active = activeIndex(rows, active_key, search !== '')
  const row = rows[active]

  const searchFor = (text: string) => {
    setSearch(text)
    setActiveKey(null)
    if (text !== search) props.onSearch?.(text)
  }
  const show = () => {
    setActiveKey(null)
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    searchFor('')
  }
  const choose = (chosen: ComboRow) => {
    if (chosen.disabled) {
      if (chosen.open !== undefined) onFold?.(chosen, !chosen.open)
      return
    }
    props.onChoose(chosen)
    if (tags === undefined) close()
    else searchFor('')
    setActiveKey(chosen.key)
  }
  const clear = () => {
    props.onClear?.()
    close()
    input.current?.focus()
  }

  const onClosedKey = (event: KeyboardEvent) => {
    if (['ArrowDown', 'ArrowUp', 'Enter'].includes(event.key) || (event.key === ' ' && !searchable)) {
      event.preventDefault()
      show()
    } else if (event.key === 'Backspace' && search === '' && tags !== undefined) {
      const last = tags.at(-1)
      if (last !== undefined) props.onRemove?.(last.key)
    } else if ((event.key === 'Backspace' || event.key === 'Delete') && props.onClear !== undefined && !searchable) {
      props.onClear()
      // At once: the letter, or the first stroke of an input method, is typed into an empty field.
    } else if (isLetter(event) || event.key === 'Process') flushSync(show)
  }
  const onTreeKey = (event: KeyboardEvent): boolean => {
    if (row?.level === undefined || search !== '') return false
    const to_open = { ArrowRight: true, ArrowLeft: false }[event.key]
    if (to_open === undefined) return false
    if (row.open === !to_open) onFold?.(row, to_open)
    else if (to_open && row.open) setActiveKey(rows[active + 1]?.key ?? null)
    else if (!to_open) {
      const above = rows.slice(0, active).findLast(({ level = 0 }) => level < (row.level ?? 0))
      if (above !== undefined) setActiveKey(above.key)
    }
    setActiveKey((key) => key ?? row.key)
    return true
  }
  const onOpenKey = (event: KeyboardEvent) => {
    const { key } = event
    // Within typed text they move the caret.
    const in_text = search !== '' && (key === 'Home' || key === 'End')
    const to = in_text ? null : movedIndex(rows, active, key)
    if (to !== null) setActiveKey(rows[to]?.key ?? null)
    else if (key === 'Enter' || (key === ' ' && !searchable)) {
      if (row !== undefined) choose(row)
    } else if (key === 'Escape') {
      close()
      event.stopPropagation()
    } else if (key === 'Tab') {
      close()
      return
    } else if (key === 'Backspace' && search === '' && tags !== undefined) {
      const last = tags.at(-1)
      if (last !== undefined) props.onRemove?.(last.key)
    } else if (!onTreeKey(event)) return
    event.preventDefault()
  }
  const onLetter = (event: KeyboardEvent) => {
    if (searchable || !isLetter(event) || event.key === ' ') return
    const text = event.timeStamp - typed.current.at < TYPING_PAUSE_MS ? typed.current.text + event.key : event.key
    typed.current = { text, at: event.timeStamp }
    // One letter again and again goes through what begins with it.
    const begin = text === event.key.repeat(text.length) ? event.key : text
    const all = rowsOf('')
    const to = typedIndex(all, activeIndex(all, active_key, false), begin)
    if (to >= 0) setActiveKey(all[to]?.key ?? null)
  }

  const shown_text = tags !== undefined || (open && searchable) ? search : props.text
  const has_value = tags === undefined ? props.text !== '' : tags.length > 0
  const hint = tags === undefined && has_value ? props.text : has_value ? '' : (props.placeholder ?? '')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger place to click; the keys are the input's
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      ref={box}
      className={`${field.box} ${tags === undefined ? field.medium : styles.many} ${styles.box}`}
      style={{ width: props.width }}
      data-disabled={disabled || undefined}
      data-combo
      onMouseDown={(event) => {
        // What is clicked beside the input leaves the focus in it.
        if (event.target !== input.current) event.preventDefault()
        if (!disabled) input.current?.focus()
      }}
      onClick={() => {
        if (disabled) return
        if (open && !searchable) close()
        else if (!open) show()
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close()
      }}
    >
      {props.prefix !== undefined && has_value && <span className={field.sign}>{props.prefix}</span>}
      <span className={styles.content}>
        {tags !== undefined && <ComboTags tags={tags} disabled={disabled} onRemove={props.onRemove} />}
        <input
          {...ids}
          ref={input}
          type="text"
          role="combobox"
          aria-haspopup={popup}
          aria-expanded={open}
          aria-controls={open ? list_id : undefined}
          aria-activedescendant={open && row !== undefined ? `${list_id}-${active}` : undefined}
          aria-autocomplete={searchable ? 'list' : 'none'}
          aria-busy={props.loading || undefined}
          autoComplete="off"
          spellCheck={false}
          readOnly={!searchable}
          disabled={disabled}
          className={`${field.input} ${styles.input}`}
          title={open || shown_text === '' ? undefined : shown_text}
          placeholder={hint}
          value={shown_text}
          onChange={(event) => {
            setOpen(true)
            searchFor(event.target.value)
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (open) onOpenKey(event)
            else onClosedKey(event)
            onLetter(event)
          }}
        />
      </span>
      {props.suffix}
      {props.onClear !== undefined && has_value && !disabled && (
        <button
          type="button"
          tabIndex={-1}
          className={`${field.inside} ${styles.clear}`}
          aria-label={t(($) => $.clear)}
          onClick={(event) => {
            event.stopPropagation()
            clear()
          }}
        >
          <CloseIcon size={14} />
        </button>
      )}
      {props.loading ? (
        <span className={styles.spin} />
      ) : (
        <ChevronDownIcon size={14} className={styles.chevron} aria-hidden />
      )}
      {open && (
        <ComboList
          id={list_id}
          label={props.label}
          popup={popup}
          several={tags !== undefined}
          rows={rows}
          search={search}
          active={active}
          anchor={box}
          loading={props.loading === true}
          footer={props.footer}
          onChoose={choose}
          onFold={onFold}
          onActive={setActiveKey}
        />
      )}
    </div>
  )
}
