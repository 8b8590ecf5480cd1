import { expect, it } from 'vitest'
import { DEFAULT_PREFERENCES, isEnabledFor, isQuietAt, preferencesOf } from './preferences.ts'

it.each([
  ['nothing stored', {}, {}],
  ['one choice', { temperature: 'f' }, { temperature: 'f' }],
  ['megajoules', { energy: 'mj' }, { energy: 'mj' }],
  ['a value no build knows', { temperature: 'k', theme: 'dark' }, { theme: 'dark' }],
  ['a part of a later build', { wallpaper: 'sea' }, {}],
  ['a home outside the console', { home: 'https://evil.example' }, {}],
])('with %s the rest is as if never chosen', (_, stored, chosen) => {
  expect(preferencesOf(stored)).toEqual({ ...DEFAULT_PREFERENCES, ...chosen })
})

it('preferences from before a kind existed stay, and the new kind is enabled', () => {
  const { binding: _, ...before } = DEFAULT_PREFERENCES.notifications
  const stored = { notifications: { ...before, export: { in_app: false, least: 'info' } } }
  expect(preferencesOf(stored).notifications).toMatchObject({ export: { in_app: false }, binding: { in_app: true } })
})

it.each([
  ['at night', '22:00', '07:00', '23:30', true],
  ['after midnight', '22:00', '07:00', '06:59', true],
  ['when the night ends', '22:00', '07:00', '07:00', false],
  ['by day', '22:00', '07:00', '12:00', false],
  ['within an afternoon', '13:00', '15:00', '14:00', true],
  ['outside an afternoon', '13:00', '15:00', '15:01', false],
  ['from a time to itself', '09:00', '09:00', '09:00', false],
])('quiet hours %s', (_, from, to, now, quiet) => {
  expect(isQuietAt({ on: true, from, to }, now)).toBe(quiet)
  expect(isQuietAt({ on: false, from, to }, now)).toBe(false)
})

it('a preference lets its severity and worse through, and nothing when it is off', () => {
  expect(isEnabledFor({ in_app: true, least: 'major' }, 'critical')).toBe(true)
  expect(isEnabledFor({ in_app: true, least: 'major' }, 'minor')).toBe(false)
  expect(isEnabledFor({ in_app: false, least: 'info' }, 'critical')).toBe(false)
})
