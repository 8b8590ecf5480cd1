import { findText, mergeCatalogues } from '@heatfleet/contract/catalogues.ts'
import { isValidElement } from 'react'
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
type Column = Named & { px: number; cell: (row: object, say: object, key: string) => unknown }
type Declared = {
  messages: string
  columns: Readonly<Record<string, Column>>
  filters: Readonly<Record<string, Named>>
  titles?: (say: object) => Readonly<Record<string, string>>
}
const isList = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'bodyOf' in value && 'columns' in value && 'filters' in value

const namespacesIn = (lang: string) =>
  mergeCatalogues(Object.fromEntries(Object.entries(FILES).filter(([path]) => path.endsWith(`.${lang}.json`))))

/** All declared lists with the file and the name they are declared in. */
const listsOf = async (): Promise<{ where: string; list: Declared }[]> => {
  const found: { where: string; list: Declared }[] = []
  for (const [path, load] of Object.entries(MODULES))
    for (const [name, list] of Object.entries(await load()))
      if (isList(list)) found.push({ where: `${path} ${name}`, list })
  expect(found.length).toBeGreaterThan(30)
  return found
}

it.each(['en', 'zh', 'pl'])('every column and filter of every list has its text in %s', async (lang) => {
  const namespaces = namespacesIn(lang)
  const missing: string[] = []
  for (const { where, list } of await listsOf()) {
    const catalogue = namespaces[list.messages]
    // Lists name the `t` of another catalogue after it.
    const textsOf = (key: string) => (key === 't' ? catalogue : namespaces[key])
    const own = list.titles?.(
      new Proxy({ lang }, { get: (_, key) => (pick: (texts: unknown) => unknown) => pick(textsOf(String(key))) }),
    )
    const titleOf = (key: string) => (own === undefined ? findText(catalogue, `columns.${key}`) : own[key])
    const miss = (key: string) => missing.push(`${where}: ${key}`)
    for (const [key, { title }] of Object.entries(list.columns))
      if (title === undefined && titleOf(key) === undefined) miss(`columns.${key}`)
    for (const [key, { label }] of Object.entries(list.filters))
      if (label === undefined && titleOf(key) === undefined && findText(catalogue, `filters.${key}`) === undefined)
        miss(`filters.${key}`)
  }
  expect(missing).toEqual([])
})

/** Of the type face at 13 px: a Chinese character, any other on average, and the padding of a cell. */
const WIDTHS_PX = { chinese: 13, other: 7.3, padding: 16 }
const MOMENT = '2026-11-28T13:55:21.000Z'

const widthOf = (text: string): number =>
  Array.from(text).reduce(
    (sum, letter) => sum + (/\p{Script=Han}/u.test(letter) ? WIDTHS_PX.chinese : WIDTHS_PX.other),
    WIDTHS_PX.padding,
  )

/** The moment as a column of times shows it; null for other columns. */
const momentIn = ({ cell }: Column, key: string, lang: string): string | null => {
  try {
    const drawn = cell({ [key]: MOMENT }, { lang }, key)
    return isValidElement<{ children: unknown }>(drawn) && drawn.type === 'time' ? String(drawn.props.children) : null
  } catch {
    // A cell of something else, which wants more of its row.
    return null
  }
}

it.each(['en', 'zh', 'pl'])('every column of moments is wide enough for one in %s', async (lang) => {
  const narrow: string[] = []
  let moments = 0
  for (const { where, list } of await listsOf())
    for (const [key, column] of Object.entries(list.columns)) {
      const text = momentIn(column, key, lang)
      if (text === null) continue
      moments += 1
      if (widthOf(text) > column.px) narrow.push(`${where}: ${key} is ${column.px} px, ${text} takes ${widthOf(text)}`)
    }
  expect(moments).toBeGreaterThan(5)
  expect(narrow).toEqual([])
})
