import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mergeCatalogues, SHARED } from '@heatfleet/contract/catalogues.ts'
import { ERROR_CODES } from '@heatfleet/contract/errors.ts'
import { MENU } from '@heatfleet/contract/menu.ts'
import type { MenuEntry } from '@heatfleet/contract/menu-entry.ts'
import { PERMISSIONS } from '@heatfleet/contract/permissions.ts'
import type { Plugin } from 'vite'

const LANGUAGES = ['en', 'zh', 'pl'] as const
type Language = (typeof LANGUAGES)[number]
const FORM = /_(?:zero|one|two|few|many|other)$/

/** Every text as `path -> text`. */
export const leavesOf = (node: object, path = ''): [path: string, text: string][] =>
  Object.entries(node).flatMap(([key, value]: [string, unknown]): [string, string][] =>
    typeof value === 'object' && value !== null
      ? leavesOf(value, `${path}${key}.`)
      : [[`${path}${key}`, String(value)]],
  )

/** The keys a language needs for the English ones: plural forms are those of the language. */
const wantedKeys = (english: ReadonlySet<string>, language: Language): string[] => {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
  const isPlural = (key: string) => FORM.test(key) && english.has(key.replace(FORM, '_other'))
  const stems = new Set([...english].filter(isPlural).map((key) => key.replace(FORM, '')))
  return [
    ...[...english].filter((key) => !isPlural(key)),
    ...[...stems].flatMap((stem) => forms.map((form) => `${stem}_${form}`)),
  ]
}

const menuNames = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap(({ name, children }) => [name, ...menuNames(children)])

/** What every language must name beside the keys of the English catalogues. */
const NAMED = [
  ...ERROR_CODES.map((code) => ['errors', code]),
  ...PERMISSIONS.flatMap((right) => [
    ['rights', right, 'name'],
    ['rights', right, 'meaning'],
  ]),
  ...menuNames(MENU).map((name) => ['menu', name]),
]

/** Texts that are missing, empty or unknown in some language; catalogues by their path without language and ending. */
export const faultsOf = (catalogues: Readonly<Record<string, Partial<Record<Language, object>>>>): string[] => {
  const faults: string[] = []
  for (const [path, { en = {}, ...others }] of Object.entries(catalogues)) {
    const english = new Set(leavesOf(en).map(([key]) => key))
    for (const language of LANGUAGES) {
      const texts = new Map(leavesOf(language === 'en' ? en : (others[language] ?? {})))
      const wanted = new Set(wantedKeys(english, language))
      for (const key of wanted) if (!texts.get(key)) faults.push(`${path}.${language}.json: ${key} is missing or empty`)
      for (const key of texts.keys())
        if (!wanted.has(key)) faults.push(`${path}.${language}.json: ${key} is not in English`)
    }
  }
  const english = Object.fromEntries(Object.entries(catalogues).map(([path, { en = {} }]) => [`${path}.en.json`, en]))
  const shared = mergeCatalogues(english)[SHARED] ?? {}
  for (const [section = '', ...keys] of NAMED)
    if (!keys.reduce<unknown>((group, key) => Object(group)[key], shared[section]))
      faults.push(`${section} of no catalogue has ${keys.join(' ')}`)
  return faults
}

/** Reads all catalogues below a folder. */
export const readCatalogues = (root: string): Record<string, Partial<Record<Language, object>>> => {
  const catalogues: Record<string, Partial<Record<Language, object>>> = {}
  for (const path of globSync('{console,contract}/src/**/messages.*.json', { cwd: root })) {
    const [, name = '', language = ''] = /^(.*)\.(\w+)\.json$/.exec(path) ?? []
    const texts = JSON.parse(readFileSync(join(root, path), 'utf8')) as object
    catalogues[name] = { ...catalogues[name], [language]: texts }
  }
  return catalogues
}

/** Throws with a list of the texts that are missing below a folder. */
export const assertComplete = (root: string): void => {
  const faults = faultsOf(readCatalogues(root))
  if (faults.length > 0) throw new Error(`Messages are incomplete:\n${faults.join('\n')}`)
}

/** Vite plugin: a build with an incomplete catalogue fails. */
export const completeCatalogues = (): Plugin => ({
  name: 'heatfleet:complete-catalogues',
  apply: 'build',
  buildStart: () => assertComplete(join(import.meta.dirname, '..')),
})
