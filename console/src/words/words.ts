import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { formatNumber } from '../ui/format.ts'
import type { english } from './language.en.ts'
import { chooseLanguage, type Language } from './language-code.ts'
import type { englishLater } from './later.en.ts'

export type { Words } from './shape.ts'

/** The English words, which type every other language and every `t`. */
export type English = typeof english & typeof englishLater
export type Namespace = keyof English

declare module 'i18next' {
  interface CustomTypeOptions {
    enableSelector: true
    defaultNS: 'shell'
    resources: English
  }
}

/** Key in local storage of the language somebody chose. */
export const LOCALE_KEY = 'locale'

/** One lazy chunk for each language. */
const LOADERS = {
  en: () => import('./language.en.ts').then((module) => module.english),
  zh: () => import('./language.zh.ts').then((module) => module.chinese),
  pl: () => import('./language.pl.ts').then((module) => module.polish),
} as const satisfies Record<Language, () => Promise<object>>

/** What is fetched with the first screen that needs it. */
const LATER = {
  en: () => import('./later.en.ts').then((module) => module.englishLater),
  zh: () => import('./later.zh.ts').then((module) => module.chineseLater),
  pl: () => import('./later.pl.ts').then((module) => module.polishLater),
} as const satisfies Record<Language, () => Promise<object>>
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
  const others = later === null ? Promise.resolve({}) : LATER[language]()
  const [first, more] = await Promise.all([LOADERS[language](), others, glyphsOf(language)])
  add(language, { ...first, ...more })
}

const add = (language: Language, words: object) => {
  for (const [namespace, bundle] of Object.entries(words)) i18next.addResourceBundle(language, namespace, bundle)
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
