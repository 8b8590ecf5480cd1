import { expect, it } from 'vitest'
import { DEFAULT_PREFERENCES, preferencesOf } from './preferences.ts'

it.each([
  ['nothing stored', {}, {}],
  ['one choice', { temperature: 'f' }, { temperature: 'f' }],
  ['a value no build knows', { temperature: 'k', theme: 'dark' }, { theme: 'dark' }],
  ['a part of a later build', { wallpaper: 'sea' }, {}],
  ['a home outside the console', { home: 'https://evil.example' }, {}],
])('with %s the rest is as if never chosen', (_, stored, chosen) => {
  expect(preferencesOf(stored)).toEqual({ ...DEFAULT_PREFERENCES, ...chosen })
})
