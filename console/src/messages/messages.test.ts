import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api } from '@heatfleet/contract/api.ts'
import { mergeCatalogues } from '@heatfleet/contract/catalogues.ts'
import { ERROR_CODES } from '@heatfleet/contract/errors.ts'
import { MENU } from '@heatfleet/contract/menu.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import { describe, expect, it } from 'vitest'
import { assertComplete, faultsOf, leavesOf, readCatalogues } from '../../complete-catalogues.ts'
import { entriesOf } from '../shell/home.ts'
import type { Catalogues } from './catalogues.ts'
import { filled } from './error-text.ts'
import { chooseLanguage, LANGUAGES } from './language-code.ts'

const FILES = {
  ...import.meta.glob<Chunk>('./{initial,device,lazy}.en.ts', { eager: true }),
  ...import.meta.glob<Chunk>('./{initial,device,lazy}.zh.ts', { eager: true }),
  ...import.meta.glob<Chunk>('./{initial,device,lazy}.pl.ts', { eager: true }),
}
type Chunk = { catalogues: Record<string, object> }

/** The namespaces of a language as they are after both chunks. */
const namespacesOf = (language: string): Record<string, object> => {
  const namespaces: Record<string, object> = {}
  for (const [path, { catalogues }] of Object.entries(FILES))
    if (path.endsWith(`.${language}.ts`))
      for (const [namespace, texts] of Object.entries(mergeCatalogues(catalogues))) {
        const sections = Object.entries(texts).map(([key, value]) => [key, merged(namespaces[namespace], key, value)])
        namespaces[namespace] = { ...namespaces[namespace], ...Object.fromEntries(sections) }
      }
  return namespaces
}
/** A section of a namespace of which another chunk may have a part. */
const merged = (namespace: object | undefined, key: string, value: unknown): unknown => {
  const part: unknown = namespace === undefined ? undefined : Reflect.get(namespace, key)
  return typeof part === 'object' && typeof value === 'object' ? { ...part, ...value } : value
}

const languages = { en: namespacesOf('en'), zh: namespacesOf('zh'), pl: namespacesOf('pl') }
const leaves = leavesOf

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

  it('name every refusal, right, menu entry and change in some feature', () => {
    const shared = languages[lang].shared as Catalogues['shared'] // held to it just here
    for (const code of ERROR_CODES) expect(shared.errors[code]).toBeTruthy()
    for (const right of PERMISSIONS) {
      expect(shared.rights[right].name, right).toBeTruthy()
      expect(shared.rights[right].meaning, right).toMatch(/[.。]$/)
    }
    const menu: Readonly<Record<string, string>> = shared.menu
    for (const entry of entriesOf(MENU)) expect(menu[entry.name], entry.name).toBeTruthy()
    const actions: Readonly<Record<string, string>> = shared.audit_actions
    for (const [name, { kind }] of Object.entries(api)) if (kind === 'change') expect(actions[name], name).toBeTruthy()
  })
})

describe('a build', () => {
  const catalogues = readCatalogues(join(import.meta.dirname, '../../..'))
  const path = 'contract/src/roles/messages'
  /** The faults of the catalogues with one text changed or taken out. */
  const faultsWith = (language: 'en' | 'zh' | 'pl', key: string, text: string | undefined): string => {
    const changed = structuredClone(catalogues[path] ?? {})
    const keys = key.split('.')
    const last = keys.pop() ?? ''
    const group = keys.reduce<unknown>((texts, part) => Object(texts)[part], changed[language])
    if (text === undefined) Reflect.deleteProperty(Object(group), last)
    else Reflect.set(Object(group), last, text)
    return faultsOf({ ...catalogues, [path]: changed }).join('\n')
  }

  it('has every text today', () => expect(faultsOf(catalogues)).toEqual([]))

  it.each([
    ['a key that Polish lacks', 'pl', 'columns.role_name', undefined, /pl\.json: columns\.role_name is missing/],
    ['an empty text', 'zh', 'columns.role_name', '', /zh\.json: columns\.role_name is missing/],
    ['a key that English lacks', 'zh', 'columns.more', 'x', /zh\.json: columns\.more is not in English/],
    ['a right without a text', 'en', 'rights.role:edit', undefined, /rights of no catalogue has role:edit/],
    ['an error without a text', 'en', 'errors.role_is_used', undefined, /errors of no catalogue has role_is_used/],
    ['a menu entry without a text', 'en', 'menu.role-list', undefined, /menu of no catalogue has role-list/],
  ] as const)('fails for %s', (_, language, key, text, fault) => {
    expect(faultsWith(language, key, text)).toMatch(fault)
  })

  it('ends with the list of what is missing', () => {
    const root = mkdtempSync(join(tmpdir(), 'heatfleet-messages-'))
    try {
      mkdirSync(join(root, 'contract/src/roles'), { recursive: true })
      for (const [language, texts] of Object.entries({ en: { title: 'Roles' }, zh: {}, pl: { title: 'Role' } }))
        writeFileSync(join(root, `contract/src/roles/messages.${language}.json`), JSON.stringify(texts))
      expect(() => assertComplete(root)).toThrow(/roles\/messages\.zh\.json: title is missing/)
    } finally {
      rmSync(root, { recursive: true })
    }
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
