import { ERROR_CODES } from '@heatfleet/contract/errors.ts'
import { MENU } from '@heatfleet/contract/menu.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { entriesOf } from '../shell/home.ts'
import type { Catalogues } from './catalogues.ts'
import { filled } from './error-text.ts'
import { chooseLanguage, LANGUAGES } from './language-code.ts'
import { namespaceOf } from './messages.ts'

const FILES = {
  ...import.meta.glob<Chunk>('./{initial,lazy}.en.ts', { eager: true }),
  ...import.meta.glob<Chunk>('./{initial,lazy}.zh.ts', { eager: true }),
  ...import.meta.glob<Chunk>('./{initial,lazy}.pl.ts', { eager: true }),
}
type Chunk = { catalogues: Record<string, object> }

const cataloguesOf = (language: string): Catalogues =>
  Object.fromEntries(
    Object.entries(FILES)
      .filter(([path]) => path.endsWith(`.${language}.ts`))
      .flatMap(([, { catalogues }]) => Object.entries(catalogues))
      .map(([path, catalogue]) => [namespaceOf(path), catalogue]),
  ) as Catalogues // the tests below hold every language to it

const languages = { en: cataloguesOf('en'), zh: cataloguesOf('zh'), pl: cataloguesOf('pl') }

/** Every leaf as `path -> text`. */
const leaves = (node: object, path = ''): [string, string][] =>
  Object.entries(node).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === 'object' && value !== null ? leaves(value, `${path}${key}.`) : [[`${path}${key}`, String(value)]],
  )

const FORM = /_(?:zero|one|two|few|many|other)$/
const isPlural = (keys: ReadonlySet<string>, key: string) => FORM.test(key) && keys.has(key.replace(FORM, '_other'))
/** Names of the variables; `count` chooses the plural form and need not be said in it ("one device"). */
const variables = (text: string) =>
  new Set([...text.matchAll(/\{\{(\w+)/g)].map(([, name]) => name).filter((name) => name !== 'count'))

describe.each(LANGUAGES)('the messages in %s', (lang) => {
  const all = leaves(languages[lang])
  const keys = new Set(all.map(([key]) => key))
  const reference = leaves(languages.en)

  it('have the keys of the English catalogues and no other', () => {
    const stemsOf = (paths: Iterable<string>, known: ReadonlySet<string>) =>
      [...new Set([...paths].map((key) => (isPlural(known, key) ? key.replace(FORM, '') : key)))].toSorted()
    const english_keys = new Set(reference.map(([key]) => key))
    expect(stemsOf(keys, keys)).toEqual(stemsOf(english_keys, english_keys))
  })

  it('have every plural form the language needs', () => {
    const forms = new Intl.PluralRules(lang).resolvedOptions().pluralCategories
    const stems = new Set([...keys].filter((key) => isPlural(keys, key)).map((key) => key.replace(FORM, '')))
    for (const stem of stems) for (const form of forms) expect(keys, stem).toContain(`${stem}_${form}`)
  })

  it('are complete, none empty, with the variables of the English text', () => {
    const text = new Map(all)
    for (const [key, english_text] of reference) {
      const own = text.get(key) ?? text.get(key.replace(FORM, '_other'))
      expect(own, key).toBeTruthy()
      expect(variables(own ?? ''), key).toEqual(variables(english_text))
    }
  })

  it('tell every refusal of the contract', () => {
    for (const code of ERROR_CODES) expect(languages[lang].errors[code]).toBeTruthy()
  })

  it('name and explain every right', () => {
    for (const right of PERMISSIONS) {
      expect(languages[lang].rights.rights[right].name, right).toBeTruthy()
      expect(languages[lang].rights.rights[right].meaning, right).toMatch(/[.。]$/)
    }
  })

  it('name every menu entry', () => {
    const menu: Record<string, string> = languages[lang].shell.menu
    for (const entry of entriesOf(MENU)) expect(menu[entry.name], entry.name).toBeTruthy()
  })
})

it('a refusal of which only the code is known reads as a sentence', () => {
  const told = filled('At most {{max}} tokens for {{names}}.')
  expect(told).toBe('At most … tokens for ….')
})

it('Polish is Polish, not Chinese or English', () => {
  const own = new Map(leaves(languages.pl))
  const worded = leaves(languages.en).filter(([, text]) => /[a-z]{4}/.test(text))
  const same = worded.filter(([key, text]) => own.get(key) === text)
  // Online, alarm, WiFi and names of protocols are the same in both; a copied file would be all the same.
  expect(same.length / worded.length, same.map(([key]) => key).join(', ')).toBeLessThan(0.08)
  for (const [key, text] of own) expect(text, key).not.toMatch(/\p{Script=Han}/u)
})

describe('the language at the start', () => {
  it.each([
    ['pl', ['en-US'], 'pl'],
    ['zh-CN', ['en-US'], 'zh'],
    [null, ['de-DE', 'pl-PL', 'en'], 'pl'],
    [null, ['zh-TW'], 'zh'],
    [null, ['de-DE', 'fr'], 'zh'],
    ['xx', ['en-GB'], 'en'],
  ] as const)('stored %s, browser %s: %s', (stored, browser, lang) => {
    expect(chooseLanguage(stored, browser)).toBe(lang)
  })
})
