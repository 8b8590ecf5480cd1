import { findText, mergeCatalogues } from '@heatfleet/contract/catalogues.ts'
import { textsOf } from '@heatfleet/contract/exports/kind-texts.ts'
import { EXPORT_TEXTS } from '@heatfleet/contract/exports/texts.ts'
import { expect, it } from 'vitest'

const FILES = import.meta.glob<object>('../../../contract/src/**/messages.*.json', { eager: true, import: 'default' })

const namespacesIn = (lang: string) =>
  mergeCatalogues(Object.fromEntries(Object.entries(FILES).filter(([path]) => path.endsWith(`.${lang}.json`))))

it.each(['en', 'zh', 'pl'])('every column of every export has a title, and texts for its codes, in %s', (lang) => {
  const missing: string[] = []
  const namespaces = namespacesIn(lang)
  const find = (catalogue: string, path: string) => {
    const found = findText(namespaces[catalogue], path)
    if (found === undefined || found === '') missing.push(`${catalogue}: ${path}`)
    return found
  }
  for (const kind of Object.values(EXPORT_TEXTS)) expect(textsOf(kind, find)).toHaveLength(kind.keys.length)
  expect(missing).toEqual([])
})
