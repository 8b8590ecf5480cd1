import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { CloseIcon, SearchIcon } from '../../ui/icons.tsx'
import { isShortcut } from '../../ui/shortcuts.ts'
import { openPalette } from '../shell-state.ts'
import { type Entry, GROUPS, isLocal } from './entry.ts'
import { EntryRow } from './entry-row.tsx'
import { Keys } from './keys.tsx'
import styles from './palette.module.css'
import { useEntries } from './use-entries.ts'

/**
 * The command palette: screens opened last, screens, what the server finds, actions. `takeTyped` = what was typed while its code
 * was loading.
 */
export function Palette({ takeTyped, onClose }: { takeTyped: () => string; onClose: () => void }) {
  const t = useMessages('search')
  const errorText = useErrorText()
  const navigate = useNavigate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(takeTyped)
  /** Of the chosen entry; null or one that is gone = the first. */
  const [chosen, choose] = useState<string | null>(null)
  /** Enter was pressed before the answer: the first result is opened when it arrives. */
  const [waiting, wait] = useState<'here' | 'new tab' | null>(null)
  const query = text.trim()
  const { entries, is_similar, settled, error } = useEntries(query)
  const at = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  )
  const active = entries[at]

  // Closed while still in the document: the browser restores no focus from a removed dialog.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    input.current?.focus()
    return () => element?.close()
  }, [])

  const open = (entry: Entry, in_new_tab: boolean) => {
    if ('to' in entry && in_new_tab) {
      window.open(`#${entry.to}`, '_blank', 'noopener')
      return
    }
    // Before it acts: the focus is back where it was, and another dialog may open.
    dialog.current?.close()
    onClose()
    if ('to' in entry) void navigate(entry.to)
    else entry.run()
  }
  const press = (in_new_tab: boolean) => {
    // Results of an earlier text are still shown: what they are replaced by is meant.
    if (active !== undefined && (settled || isLocal(active))) open(active, in_new_tab)
    else if (!settled) wait(in_new_tab ? 'new tab' : 'here')
  }
  useEffect(() => {
    if (waiting === null || !settled) return
    wait(null)
    // A unit of a similar name may not be the one that was meant: it is opened by whoever has seen it.
    if (active !== undefined && (!is_similar || isLocal(active))) open(active, waiting === 'new tab')
  })
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and arrows choose among the characters of an input method.
    if (event.nativeEvent.isComposing) return
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE, PageUp: at - PAGE }[event.key]
    if (to !== undefined) {
      const last = entries.length - 1
      const step = Math.abs(to - at) === 1
      choose(entries[step && to > last ? 0 : step && to < 0 ? last : Math.min(last, Math.max(0, to))]?.key ?? null)
    } else if (event.key === 'Enter') press(event.ctrlKey || event.metaKey)
    else if (isShortcut('palette', event) && event.key !== '/') onClose()
    else if (isShortcut('keys', event) && text === '') openPalette('keys')
    else return
    event.preventDefault()
  }
  const optionOf = (entry: Entry) => `${id}-${entry.key.replaceAll(' ', '-')}`
  const shown = entries.length > 0
  return (
    <dialog
      ref={dialog}
      className={styles.palette}
      aria-label={t(($) => $.title)}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={styles.box}>
        <search className={styles.head}>
          <SearchIcon className={styles.lens} size={18} />
          <input
            ref={input}
            className={styles.input}
            role="combobox"
            aria-label={t(($) => $.title)}
            aria-expanded={shown}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active === undefined ? undefined : optionOf(active)}
            placeholder={t(($) => $.placeholder)}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="go"
            maxLength={100}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              choose(null)
              wait(null)
            }}
            onKeyDown={onKeyDown}
          />
          <Button kind="text" size="small" icon={CloseIcon} aria-label={t(($) => $.close)} onClick={onClose} />
        </search>
        <div className={styles.progress} data-on={!settled || undefined} />
        <div className={styles.list} id={`${id}-list`} role="listbox" aria-label={t(($) => $.results)} tabIndex={-1}>
          {GROUPS.map((group) => {
            const own = entries.filter((entry) => entry.group === group)
            const [first] = own
            if (first === undefined) return null
            const heading = t(($) => $.groups[group])
            return (
              // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
              <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
                <div className={styles.heading} id={`${id}-${group}`} role="presentation">
                  {is_similar && !isLocal(first) ? t(($) => $.similar, { group: heading }) : heading}
                </div>
                {own.map((entry) => (
                  <EntryRow
                    key={entry.key}
                    id={optionOf(entry)}
                    entry={entry}
                    query={query}
                    chosen={entry === active}
                    onPoint={() => choose(entry.key)}
                    onOpen={(in_new_tab) => open(entry, in_new_tab)}
                  />
                ))}
              </div>
            )
          })}
        </div>
        {error !== null && <p className={styles.note}>{errorText(error).message}</p>}
        {error === null && !shown && settled && query !== '' && (
          <div className={styles.note}>
            <b>{t(($) => $.none, { text: query })}</b>
            <p>{t(($) => $.none_hint)}</p>
          </div>
        )}
        <p role="status" className="hf-hidden">
          {settled && query !== '' && shown && t(($) => $.count, { count: entries.length })}
        </p>
        <div className={styles.foot}>
          <span>
            <Keys name="row_next" only="ArrowDown" /> <Keys name="row_previous" only="ArrowUp" />{' '}
            {t(($) => $.foot.choose)}
          </span>
          <span>
            <Keys name="row_open" /> {t(($) => $.foot.open)}
          </span>
          <span>
            <Keys name="row_new_tab" /> {t(($) => $.foot.new_tab)}
          </span>
          <span>
            <Keys name="keys" /> {t(($) => $.foot.keys)}
          </span>
        </div>
      </div>
    </dialog>
  )
}

/** Entries that a page is. */
const PAGE = 8
