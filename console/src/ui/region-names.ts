import { use, useSyncExternalStore } from 'react'
import type { Language } from '../messages/language-code.ts'
import { useLanguage } from '../messages/messages.ts'
import type { Region, RegionNames } from './region-table.ts'

// Several thousand names: loaded once for each language, with the first code that is shown. A list that only could show one
// does without.
const loaded = new Map<Language, (code: string) => string>()
const trees = new Map<Language, Promise<readonly Region[]>>()
const loading = new Set<Language>()
const waiting = new Set<() => void>()

/** Names in Latin letters, of the language or, where it has its own, of the one that is read besides. */
const latinOf = async (language: Language): Promise<NonNullable<RegionNames>> =>
  language === 'pl'
    ? (await import('@heatfleet/contract/regions/names.pl.json')).default
    : (await import('@heatfleet/contract/regions/names.en.json')).default

const load = async (language: Language) => {
  if (loading.has(language)) return
  loading.add(language)
  try {
    const [{ regionName }, latin] = await Promise.all([
      import('./region-table.ts'),
      language === 'zh' ? null : latinOf(language),
    ])
    loaded.set(language, (code) => regionName(code, latin))
    for (const onLoaded of waiting) onLoaded()
  } finally {
    // After a failure the next code tries again.
    loading.delete(language)
  }
}

const codesMeanwhile = (language: Language) => (code: string) => {
  // Regions abroad have names, not codes.
  if (/^\d{6}$/.test(code)) void load(language)
  return code
}
const MEANWHILE = { en: codesMeanwhile('en'), zh: codesMeanwhile('zh'), pl: codesMeanwhile('pl') }

const subscribe = (onLoaded: () => void) => {
  waiting.add(onLoaded)
  return () => {
    waiting.delete(onLoaded)
  }
}

/**
 * `regionName('330110')` -> `浙江省 / 杭州市 / 余杭区`, in other languages than Chinese `Zhejiang / Hangzhou / Yuhang District`;
 * the code itself until the names are loaded, or abroad.
 */
export const useRegionName = (): ((code: string) => string) => {
  const language = useLanguage()
  return useSyncExternalStore(subscribe, () => loaded.get(language)) ?? MEANWHILE[language]
}

const treeOf = (language: Language): Promise<readonly Region[]> => {
  const known = trees.get(language)
  if (known !== undefined) return known
  const tree = Promise.all([import('./region-table.ts'), latinOf(language)]).then(([{ regions, withLatin }, latin]) =>
    withLatin(regions, latin, language !== 'zh'),
  )
  trees.set(language, tree)
  // After a failure the next screen tries again.
  tree.catch(() => trees.delete(language))
  return tree
}

/** All regions by their names in the language, found by Chinese and by Latin ones; suspends until they are loaded. */
export const useRegions = (): readonly Region[] => use(treeOf(useLanguage()))
