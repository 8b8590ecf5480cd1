import { findText, mergeCatalogues } from '@heatfleet/contract/catalogues.ts'
import { expect, it, vi } from 'vitest'

// The session module reads the browser's storage when it is imported.
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('document', { cookie: '' })
vi.stubGlobal('sessionStorage', { getItem: () => null })

const FILES = import.meta.glob<object>('../../../contract/src/**/messages.*.json', { eager: true, import: 'default' })
const MODULES = import.meta.glob<Record<string, unknown>>([
  '../features/**/list.tsx',
  '../features/**/*-list.tsx',
  '../batches/**/*list*.tsx',
])

type Named = { title?: unknown; label?: unknown }
type Declared = {
  messages: string
  columns: Readonly<Record<string, Named>>
  filters: Readonly<Record<string, Named>>
  titles?: (say: object) => Readonly<Record<string, string>>
}
const isList = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'bodyOf' in value && 'columns' in value && 'filters' in value

const namespacesIn = (lang: string) =>
  mergeCatalogues(Object.fromEntries(Object.entries(FILES).filter(([path]) => path.endsWith(`.${lang}.json`))))

it.each(['en', 'zh', 'pl'])('every column and filter of every list has its text in %s', async (lang) => {
  const namespaces = namespacesIn(lang)
  const missing: string[] = []
  let lists = 0
  for (const [path, load] of Object.entries(MODULES))
    for (const [name, list] of Object.entries(await load())) {
      if (!isList(list)) continue
      lists += 1
      const catalogue = namespaces[list.messages]
      // Lists name the `t` of another catalogue after it.
      const textsOf = (key: string) => (key === 't' ? catalogue : namespaces[key])
      const own = list.titles?.(
        new Proxy({ lang }, { get: (_, key) => (pick: (texts: unknown) => unknown) => pick(textsOf(String(key))) }),
      )
      const titleOf = (key: string) => (own === undefined ? findText(catalogue, `columns.${key}`) : own[key])
      const miss = (key: string) => missing.push(`${path} ${name}: ${key}`)
      for (const [key, { title }] of Object.entries(list.columns))
        if (title === undefined && titleOf(key) === undefined) miss(`columns.${key}`)
      for (const [key, { label }] of Object.entries(list.filters))
        if (label === undefined && titleOf(key) === undefined && findText(catalogue, `filters.${key}`) === undefined)
          miss(`filters.${key}`)
    }
  expect(lists).toBeGreaterThan(30)
  expect(missing).toEqual([])
})
