import { expect, it } from 'vitest'
import { moveActive } from './data-table-keys.ts'
import { isShortcut, SHORTCUT_PLACES, SHORTCUTS, type ShortcutName } from './shortcuts.ts'

const press = (keys: string) => {
  const parts = keys === '+' ? ['+'] : keys.split('+')
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    metaKey: parts.includes('Cmd'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  }
}

it.each([
  ['palette', 'Ctrl+k', true],
  ['palette', 'Cmd+k', true],
  ['palette', 'Ctrl+K', true],
  ['palette', '/', true],
  ['palette', 'Ctrl+/', false],
  ['palette', 'k', false],
  ['palette', 'Ctrl+Alt+k', false],
  ['keys', 'Shift+?', true],
  ['keys', '?', true],
  ['keys', 'Ctrl+?', false],
  ['save', 'Ctrl+s', true],
  ['save', 's', false],
  ['run_query', 'Cmd+Enter', true],
  ['run_query', 'Enter', false],
  ['row_select', ' ', true],
  ['row_select_range', ' ', false],
  ['row_select_range', 'Shift+ ', true],
] as const)('%s by %s: %s', (name, keys, is) => {
  expect(isShortcut(name, press(keys))).toBe(is)
})

it('every shortcut has a place on the sheet', () => {
  for (const { where } of Object.values(SHORTCUTS)) expect(SHORTCUT_PLACES).toContain(where)
})

it('the keys of rows are those that move in a list', () => {
  const expected = { row_next: 5, row_previous: 3, page_next: 6, page_previous: 2, row_first: 0, row_last: 8 }
  for (const [name, row] of Object.entries(expected))
    for (const key of SHORTCUTS[name as ShortcutName].keys) expect([key, moveActive(key, 4, 9, 3)]).toEqual([key, row])
})
