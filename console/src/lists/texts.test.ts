import { EXPORT_TEXTS, textsOf } from '@heatfleet/contract/exports/texts.ts'
import { expect, it } from 'vitest'
import { namespaceOf } from '../messages/messages.ts'

const FILES = {
  ...import.meta.glob<object>('../../../contract/src/*/messages.*.json', { eager: true, import: 'default' }),
  ...import.meta.glob<object>('../../../contract/src/messages/*.json', { eager: true, import: 'default' }),
}

const catalogueIn = (lang: string, namespace: string): unknown =>
  Object.entries(FILES).find(([path]) => path.endsWith(`.${lang}.json`) && namespaceOf(path) === namespace)?.[1]

const readIn = (texts: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce((group, key) => (typeof group === 'object' && group !== null ? Reflect.get(group, key) : undefined), texts)

it.each(['en', 'zh', 'pl'])('every column of every export has a title, and texts for its codes, in %s', (lang) => {
  const missing: string[] = []
  const find = (catalogue: string, path: string) => {
    const found = readIn(catalogueIn(lang, catalogue), path)
    if (found === undefined || found === '') missing.push(`${catalogue}: ${path}`)
    return found
  }
  for (const kind of Object.values(EXPORT_TEXTS)) expect(textsOf(kind, find)).toHaveLength(kind.keys.length)
  expect(missing).toEqual([])
})
