/** Where a key works; the sheet of keys has a section for each. */
export const SHORTCUT_PLACES = ['everywhere', 'lists', 'alarms', 'forms', 'data_query'] as const

/** A key as `KeyboardEvent.key`; `Mod` is Ctrl, on a Mac also Cmd. */
type Shortcut = { where: (typeof SHORTCUT_PLACES)[number]; keys: readonly [string, ...string[]] }

/** The keys of the console: what handlers compare with and what the sheet of keys shows. Text fields keep their own. */
export const SHORTCUTS = {
  palette: { where: 'everywhere', keys: ['Mod+k', '/'] },
  keys: { where: 'everywhere', keys: ['?'] },
  close: { where: 'everywhere', keys: ['Escape'] },
  row_next: { where: 'lists', keys: ['j', 'ArrowDown'] },
  row_previous: { where: 'lists', keys: ['k', 'ArrowUp'] },
  page_next: { where: 'lists', keys: ['PageDown'] },
  page_previous: { where: 'lists', keys: ['PageUp'] },
  row_first: { where: 'lists', keys: ['Home'] },
  row_last: { where: 'lists', keys: ['End'] },
  row_open: { where: 'lists', keys: ['Enter'] },
  row_new_tab: { where: 'lists', keys: ['Mod+Enter'] },
  row_select: { where: 'lists', keys: [' '] },
  row_select_range: { where: 'lists', keys: ['Shift+ '] },
  row_controls: { where: 'lists', keys: ['ArrowRight'] },
  accept: { where: 'alarms', keys: ['a'] },
  save: { where: 'forms', keys: ['Mod+s'] },
  run_query: { where: 'data_query', keys: ['Mod+Enter'] },
} as const satisfies Record<string, Shortcut>
export type ShortcutName = keyof typeof SHORTCUTS

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a press is one of the keys. Shift counts where it is named: `?` needs it on most keyboards and not on all. */
export const isShortcut = (name: ShortcutName, { key, ctrlKey, metaKey, altKey, shiftKey }: Press): boolean =>
  !altKey &&
  keysOf(name).some((wanted) => {
    const plain = wanted.replace(/^(?:Mod|Shift)\+/, '')
    return (
      (key === plain || key === plain.toUpperCase()) &&
      (ctrlKey || metaKey) === wanted.startsWith('Mod+') &&
      (shiftKey || !wanted.startsWith('Shift+'))
    )
  })

const keysOf = (name: ShortcutName): readonly string[] => SHORTCUTS[name].keys
