import { lazy, Suspense, useLayoutEffect, useRef } from 'react'
import { loadLazyMessages, useMessages } from '../messages/messages.ts'
import { SearchIcon } from '../ui/icons.tsx'
import { isShortcut } from '../ui/shortcuts.ts'
import styles from './palette-opener.module.css'
import { openPalette, useShell } from './shell-state.ts'

const Palette = lazy(async () => {
  const [part] = await Promise.all([import('./palette/palette.tsx'), loadLazyMessages()])
  return { default: part.Palette }
})
const KeySheet = lazy(async () => {
  const [part] = await Promise.all([import('./palette/key-sheet.tsx'), loadLazyMessages()])
  return { default: part.KeySheet }
})

/** Opens the command palette and the sheet of keys: what they are made of is fetched when it is first needed. */
export function PaletteOpener() {
  const t = useMessages('shell')
  const palette = useShell((shell) => shell.palette)
  /** Typed before the palette was there. */
  const early = useRef('')

  // Before the first paint: who sees the console may press a key.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { palette: shown } = useShell.getState()
      const wanted = isShortcut('palette', event) ? 'search' : isShortcut('keys', event) ? 'keys' : null
      if (document.querySelector('dialog[open]') === null && shown === 'search') {
        // Still loading: what is typed now is meant for the search and not for the list below it.
        if (event.key === 'Escape') openPalette(null)
        else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) early.current += event.key
        event.preventDefault()
        event.stopPropagation()
      } else if (wanted !== null && (event.key.toLowerCase() === 'k' || !isInField(event.target)) && !isCovered()) {
        event.preventDefault()
        early.current = ''
        openPalette(wanted)
      }
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [])

  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K /"
        onClick={() => openPalette('search')}
      >
        <SearchIcon className={styles.lens} />
        <span className={styles.text}>{t(($) => $.palette.placeholder)}</span>
        <kbd className={styles.key}>/</kbd>
      </button>
      <Suspense>
        {palette === 'search' && <Palette takeTyped={() => early.current} onClose={() => openPalette(null)} />}
        {palette === 'keys' && <KeySheet onClose={() => openPalette(null)} />}
      </Suspense>
    </>
  )
}

const isInField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null

/** A dialog is answered first. */
const isCovered = (): boolean => document.querySelector('dialog[open]') !== null
