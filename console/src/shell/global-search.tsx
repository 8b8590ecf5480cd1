import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useErrorText } from '../messages/error-text.ts'
import { useMessages } from '../messages/messages.ts'
import { SearchIcon } from '../ui/icons.tsx'
import styles from './global-search.module.css'
import { SearchResultRow } from './search-result.tsx'
import { type SearchResult, useGlobalSearch } from './use-global-search.ts'

/** Debounce of the search. */
const PAUSE_MS = 200

/**
 * Finds devices by name, IMEI / MAC or ICCID, distributors by name, app users by name or phone, from every screen; `/`
 * focuses it.
 */
export function GlobalSearch() {
  const t = useMessages('shell')
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [search_text, setSearchText] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const { found: results, more, error, answered, none_to_search } = useGlobalSearch(search_text, open)

  useEffect(() => {
    const timer = setTimeout(() => setSearchText(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      if (!isSlashOutsideFields(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])

  if (none_to_search) return null
  const shown = open && text.trim() !== '' && search_text !== '' && answered
  const openResult = (one: SearchResult | undefined) => {
    if (one === undefined) return
    setText('')
    setOpen(false)
    input.current?.blur()
    void navigate(one.path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (text === '') input.current?.blur()
      setText('')
      setOpen(false)
    } else if (event.key === 'Enter' && shown && search_text === text.trim()) openResult(results[at])
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt((now) => (results.length === 0 ? 0 : (now + step + results.length) % results.length))
    }
  }
  return (
    <search className={styles.search}>
      <SearchIcon className={styles.lens} />
      <input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-label={t(($) => $.search.placeholder)}
        aria-expanded={shown}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={shown && results.length > 0 ? `${id}-${at}` : undefined}
        placeholder={t(($) => $.search.placeholder)}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <kbd className={styles.key}>/</kbd>
      <div className={styles.found} hidden={!shown}>
        <div id={id} role="listbox" aria-label={t(($) => $.search.results)}>
          {results.map((one, index) => (
            <SearchResultRow
              key={one.key}
              id={`${id}-${index}`}
              result={one}
              first={results[index - 1]?.sort !== one.sort}
              chosen={index === at}
              onPoint={() => setAt(index)}
              onChoose={() => openResult(one)}
            />
          ))}
        </div>
        {error !== null && <div className={styles.note}>{errorText(error).message}</div>}
        {error === null && results.length === 0 && (
          <div className={styles.note}>{t(($) => $.search.none, { text: search_text })}</div>
        )}
        {more > 0 && <div className={styles.note}>{t(($) => $.search.more, { count: more })}</div>}
      </div>
    </search>
  )
}

/** The shortcut, unless a field has the focus or a dialog is open. */
const isSlashOutsideFields = ({ key, ctrlKey, metaKey, altKey, target }: globalThis.KeyboardEvent): boolean =>
  key === '/' &&
  !(ctrlKey || metaKey || altKey) &&
  !(target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null) &&
  document.querySelector('dialog[open]') === null
