import { useMessages } from '../../messages/messages.ts'
import { SHORTCUTS, type ShortcutName } from '../../ui/shortcuts.ts'
import styles from './palette.module.css'

const isMac = /^Mac|^iP/.test(navigator.platform)

const SIGNS: Readonly<Record<string, string>> = {
  Mod: isMac ? '⌘' : 'Ctrl',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowRight: '→',
  Enter: '↵',
}

/** The keys of a shortcut as they are on the keyboard; `only` = this one of them. */
export function Keys({ name, only }: { name: ShortcutName; only?: string }) {
  const t = useMessages('search')
  const named = new Map<string, string>(Object.entries(t(($) => $.key_names, { returnObjects: true })))
  const { keys }: { keys: readonly string[] } = SHORTCUTS[name]
  return keys
    .filter((key) => only === undefined || key === only)
    .map((key) => (
      <kbd key={key} className={styles.key}>
        {key
          .split('+')
          .map((part) => SIGNS[part] ?? named.get(part === ' ' ? 'Space' : part) ?? part.toUpperCase())
          .join(' ')}
      </kbd>
    ))
}
