import { api } from '@heatfleet/contract/api.ts'
import type { Device } from '@heatfleet/contract/devices.ts'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { generatePath, useNavigate } from 'react-router'
import { useRead } from '../cloud/call.ts'
import { useSession } from '../cloud/session.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { OnlineMark } from '../ui/status.tsx'
import { useErrorText } from '../words/error-text.ts'
import { useWords } from '../words/words.ts'
import styles from './global-search.module.css'
import { entriesOf } from './home.ts'

const SHOWN = 8
/** Typing is over after this pause; the server is asked then. */
const PAUSE_MS = 200

/** Finds a device by name, IMEI / MAC or ICCID from everywhere; `/` comes here. */
export function GlobalSearch() {
  const t = useWords('shell')
  const errorText = useErrorText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const detail = useSession((session) => entriesOf(session.menu).find((entry) => entry.name === 'device-detail')?.path)

  useEffect(() => {
    const timer = setTimeout(() => setAsked(text.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const inField =
        event.target instanceof Element && event.target.closest('input, textarea, select, [contenteditable]')
      if (
        event.key !== '/' ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        inField ||
        document.querySelector('dialog[open]')
      )
        return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', focus)
    return () => removeEventListener('keydown', focus)
  }, [])

  const found = useRead(
    api.deviceList,
    { query: { pageNo: 1, size: SHOWN }, body: { search: asked } },
    { enabled: asked !== '' && open, placeholder: 'keep' },
  )
  if (detail === undefined) return null
  const list = asked === '' ? [] : (found.data?.list ?? [])
  const more = asked === '' ? 0 : (found.data?.total ?? 0) - list.length
  const shown = open && text.trim() !== '' && asked !== '' && (found.data !== undefined || found.error !== null)

  const go = (device: Device | undefined) => {
    if (device === undefined) return
    setText('')
    setOpen(false)
    input.current?.blur()
    void navigate(generatePath(detail, { mac: device.mac }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      if (text === '') input.current?.blur()
      setText('')
      setOpen(false)
    } else if (event.key === 'Enter' && shown && asked === text.trim()) go(list[at])
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      setAt((now) => (list.length === 0 ? 0 : (now + step + list.length) % list.length))
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
        aria-activedescendant={shown && list.length > 0 ? `${id}-${at}` : undefined}
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
          {list.map((device, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input, aria-activedescendant points here
            // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is handled by the input
            <div
              key={device.mac}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              className={styles.option}
              onMouseEnter={() => setAt(index)}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => go(device)}
            >
              <span className={styles.name}>{device.device_name}</span>
              <OnlineMark state={device.online_status} since={device.last_offline_time} />
              <span className={styles.id}>{device.mac}</span>
              <span className={styles.agent}>{device.agent_name}</span>
            </div>
          ))}
        </div>
        {found.error !== null && <div className={styles.note}>{errorText(found.error).message}</div>}
        {found.error === null && list.length === 0 && (
          <div className={styles.note}>{t(($) => $.search.none, { text: asked })}</div>
        )}
        {more > 0 && <div className={styles.note}>{t(($) => $.search.more, { count: more })}</div>}
      </div>
    </search>
  )
}
