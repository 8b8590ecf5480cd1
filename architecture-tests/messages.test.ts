import { globSync } from 'node:fs'
import { join } from 'node:path'
import { ERROR_CODES } from '@heatfleet/contract/errors.ts'
import { MENU } from '@heatfleet/contract/menu.ts'
import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import { describe, expect, it } from 'vitest'
import { readText } from './source-files.ts'

const root = join(import.meta.dirname, '..')
const LANGUAGES = ['en', 'zh', 'pl'] as const
const entries = (menu: readonly MenuEntry[]): MenuEntry[] =>
  menu.flatMap((entry) => [entry, ...entries(entry.children)])
const textOf = (language: string) =>
  globSync(`{console,contract}/src/**/messages.${language}.json`, { cwd: root }).map(readText).join('\n')

describe.each(LANGUAGES)('messages in %s', (language) => {
  const text = textOf(language)

  it.each(ERROR_CODES)('tell the refusal %s', (code) => {
    expect(text).toMatch(new RegExp(`"${code}"\\s*:`))
  })

  it.each(entries(MENU).map((entry) => entry.name))('name the menu entry %s', (name) => {
    expect(text).toMatch(new RegExp(`"${name}"\\s*:`))
  })
})

describe('Polish is Polish', () => {
  it('has no Chinese character in it', () => {
    expect(textOf('pl')).not.toMatch(/[\u4e00-\u9fff]/)
  })
})
