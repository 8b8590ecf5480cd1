import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { findText, mergeCatalogues } from '@heatfleet/contract/catalogues.ts'
import type { FindText } from '@heatfleet/contract/exports/kind-texts.ts'

const CONTRACT = dirname(createRequire(import.meta.url).resolve('@heatfleet/contract/api.ts'))

/** The namespaces of each language, read once. */
const loaded = new Map<string, ReturnType<typeof mergeCatalogues>>()

const namespacesIn = (language: string): ReturnType<typeof mergeCatalogues> => {
  const cached = loaded.get(language)
  if (cached !== undefined) return cached
  const paths = globSync(`**/messages.${language}.json`, { cwd: CONTRACT }).map((path) => join(CONTRACT, path))
  const namespaces = mergeCatalogues(
    Object.fromEntries(paths.map((path) => [path, JSON.parse(readFileSync(path, 'utf8')) as object])),
  )
  loaded.set(language, namespaces)
  return namespaces
}

/** Finds texts in the contract's catalogues of one language. */
export const findTextIn = (language: string): FindText => {
  const namespaces = namespacesIn(language)
  return (namespace, path) => findText(namespaces[namespace], path)
}
