import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import type { Catalogues } from './catalogues.ts'
import { chooseLanguage, type Language } from './language-code.ts'

export type Namespace = keyof Catalogues

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true
    defaultNS: 'shell'
    resources: Catalogues
  }
}

/** Key in local storage of the language somebody chose. */
export const LOCALE_KEY = 'locale'

/** One lazy chunk for each language with the catalogues of the first screen, and one with all others. */
const FIRST = {
  en: () => import('./first.en.ts'),
  zh: () => import('./first.zh.ts'),
  pl: () => import('./first.pl.ts'),
} as const satisfies Record<Language, () => Promise<Chunk>>
const LATER = {
  en: () => import('./later.en.ts'),
  zh: () => import('./later.zh.ts'),
  pl: () => import('./later.pl.ts'),
} as const satisfies Record<Language, () => Promise<Chunk>>
/** Catalogues by path. */
type Chunk = { catalogues: Readonly<Record<string, object>> }

/** A catalogue's namespace: its folder, or its own name where it is not the folder's only one. */
export const namespaceOf = (path: string): string => {
  const [, folder = '', name = ''] = path.match(/([^/]+)\/([\w-]+)\.\w+\.json$/) ?? []
  return name === 'messages' ? folder : name
}

const add = (language: Language, { catalogues }: Chunk): void => {
  for (const [path, catalogue] of Object.entries(catalogues))
    i18next.addResourceBundle(language, namespaceOf(path), catalogue)
}

let later: Promise<void> | null = null

/** The `t` of one feature: `const t = useWords('devices'); t(($) => $.columns.mac)`, `t(($) => $.selected, { count })`. */
export const useWords = <Ns extends Namespace>(namespace: Ns) => useTranslation(namespace).t

/** The language in use. */
export const useLanguage = (): Language => {
  const { i18n } = useTranslation('shell')
  return chooseLanguage(i18n.language, [])
}

/** Fetches a language's words and speaks them from then on; remembers the choice. */
export const speak = async (language: Language): Promise<void> => {
  await load(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  localStorage.setItem(LOCALE_KEY, language)
}

/** Starts with the stored language, otherwise the browser's, otherwise zh. */
export const startWords = async (): Promise<void> => {
  const language = chooseLanguage(localStorage.getItem(LOCALE_KEY), navigator.languages)
  await i18next.use(initReactI18next).init({
    lng: language,
    // Every language is complete (the types say so); an unknown one has already become zh above.
    fallbackLng: false,
    defaultNS: 'shell',
    ns: [],
    resources: {},
    // Namespaces are never part of a key; rights have a colon in their names.
    nsSeparator: false,
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  })
  // `{{count, number}}` in words looks like every other number of the console.
  i18next.services.formatter?.add('number', (value: number, tag) =>
    formatNumber(value, 0, chooseLanguage(tag ?? null, [])),
  )
  await load(language)
  document.documentElement.lang = language
}

/** Letters that a language needs from the parts of the type face that are fetched only when they occur. */
const LETTERS = { en: 'a', zh: 'a', pl: 'aąćęłńóśźż' } as const satisfies Record<Language, string>
/** A slow line shows the system's letters rather than nothing. */
const GLYPHS_MAX_MS = 400

/** Fetches the type face beside the words, so that the first picture already has it and does not jump. */
const glyphsOf = (language: Language): Promise<unknown> =>
  Promise.race([
    document.fonts.load("13px 'Inter Variable'", LETTERS[language]).catch(() => null),
    new Promise((resolve) => setTimeout(resolve, GLYPHS_MAX_MS)),
  ])

const load = async (language: Language) => {
  const others = later === null ? null : LATER[language]()
  const [first, more] = await Promise.all([FIRST[language](), others, glyphsOf(language)])
  add(language, first)
  if (more !== null) add(language, more)
}

const addLater = async (language: Language): Promise<void> => {
  try {
    add(language, await LATER[language]())
  } catch (error) {
    // The next screen tries again.
    later = null
    throw error
  }
}

/** Fetches the words of screens that do not come first, once, and from then on with every language. */
export const fetchLaterWords = (): Promise<void> => {
  later ??= addLater(chooseLanguage(i18next.language, []))
  return later
}
