import { globSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
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

/** Nouns of the audit log: of the table of calls, and those that handlers and tasks write. */
const NOUNS = [
  ...new Set([
    ...Object.values(api).flatMap((endpoint) => ('of' in endpoint ? [endpoint.of] : [])),
    ...globSync('server/src/**/*.ts', { cwd: root, exclude: ['**/*.test.ts'] })
      .flatMap((path) => [...readText(path).matchAll(/\bobject: [`']([a-z-]+)/g)])
      .map(([, noun]) => noun ?? ''),
  ]),
]

it.each(LANGUAGES)('the audit log has a word for each object in %s', (language) => {
  const { nouns } = JSON.parse(readText(`contract/src/audit/messages.${language}.json`)) as { nouns: object }
  expect(NOUNS.length).toBeGreaterThan(60)
  expect(NOUNS.filter((noun) => !(noun in nouns))).toEqual([])
})

describe('Polish is Polish', () => {
  it('has no Chinese character in it', () => {
    expect(textOf('pl')).not.toMatch(/[\u4e00-\u9fff]/)
  })
})
