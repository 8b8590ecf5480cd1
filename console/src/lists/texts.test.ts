import { EXPORT_TEXTS, textsOf } from '@heatfleet/contract/exports/texts.ts'
import { expect, it } from 'vitest'
import { english } from '../words/language.en.ts'
import { polish } from '../words/language.pl.ts'
import { chinese } from '../words/language.zh.ts'
import { englishLater } from '../words/later.en.ts'
import { polishLater } from '../words/later.pl.ts'
import { chineseLater } from '../words/later.zh.ts'

const CATALOGUES = {
  en: { ...english, ...englishLater },
  zh: { ...chinese, ...chineseLater },
  pl: { ...polish, ...polishLater },
}

const readIn = (texts: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (group, key) => (typeof group === 'object' && group !== null ? Reflect.get(group, key) : undefined),
      texts,
    )

it.each(['en', 'zh', 'pl'] as const)(
  'every column of every export has a title and texts for its codes in %s',
  (lang) => {
    const missing: string[] = []
    const find = (catalogue: string, path: string) => {
      const found = readIn(CATALOGUES[lang], `${catalogue}.${path}`)
      if (found === undefined || found === '') missing.push(`${catalogue}.${path}`)
      return found
    }
    for (const kind of Object.values(EXPORT_TEXTS)) expect(textsOf(kind, find)).toHaveLength(kind.keys.length)
    expect(missing).toEqual([])
  },
)
