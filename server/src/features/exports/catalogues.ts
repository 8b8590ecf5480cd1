import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FindText } from '@heatfleet/contract/exports/texts.ts'

const { resolve } = createRequire(import.meta.url)
/** Catalogues that belong to no single feature. */
const SHARED: readonly string[] = ['errors', 'rights', 'role-names']

/** Catalogues by file, each read once. */
const loaded = new Map<string, unknown>()

const catalogueOf = (name: string, language: string): unknown => {
  const file = SHARED.includes(name) ? `messages/${name}.${language}.json` : `${name}/messages.${language}.json`
  const known = loaded.get(file)
  if (known !== undefined) return known
  const catalogue: unknown = JSON.parse(readFileSync(resolve(`@heatfleet/contract/${file}`), 'utf8'))
  loaded.set(file, catalogue)
  return catalogue
}

/** Finds texts in the catalogues of one language. */
export const findTextIn =
  (language: string): FindText =>
  (catalogue, path) =>
    path
      .split('.')
      .reduce<unknown>(
        (group, key) => (typeof group === 'object' && group !== null ? Reflect.get(group, key) : undefined),
        catalogueOf(catalogue, language),
      )
