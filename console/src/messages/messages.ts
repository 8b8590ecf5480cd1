import { mergeCatalogues } from '@heatfleet/contract/catalogues.ts'
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
const LOCALE_KEY = 'locale'

/** Catalogues by path. */
type Chunk = { catalogues: Readonly<Record<string, object>> }
type Chunks = Readonly<Record<Language, () => Promise<Chunk>>>

/** One lazy chunk for each language with the catalogues of the first screen. */
const INITIAL: Chunks = {
  en: () => import('./initial.en.ts'),
  zh: () => import('./initial.zh.ts'),
  pl: () => import('./initial.pl.ts'),
}
/** Then one with those of the first view of a device, and one with all others. */
const LATER = {
  device: {
    en: () => import('./device.en.ts'),
    zh: () => import('./device.zh.ts'),
    pl: () => import('./device.pl.ts'),
  },
  lazy: { en: () => import('./lazy.en.ts'), zh: () => import('./lazy.zh.ts'), pl: () => import('./lazy.pl.ts') },
} as const satisfies Record<string, Chunks>
type LaterPart = keyof typeof LATER

const add = (language: Language, { catalogues }: Chunk): void => {
  // Deep: the sections of a feature may come in both chunks.
  for (const [namespace, texts] of Object.entries(mergeCatalogues(catalogues)))
    i18next.addResourceBundle(language, namespace, texts, true, true)
}

/** What has been asked for, in whatever language. */
const later = new Map<LaterPart, Promise<void>>()

/** The `t` of one feature: `const t = useMessages('devices'); t(($) => $.columns.mac)`, `t(($) => $.selected, { count })`. */
export const useMessages = <Ns extends Namespace>(namespace: Ns) => useTranslation(namespace).t

/** The language in use. */
export const useLanguage = (): Language => {
  const { i18n } = useTranslation('shell')
  return chooseLanguage(i18n.language, [])
}

/** Loads a language's messages, switches to it and stores the choice. */
export const setLanguage = async (language: Language): Promise<void> => {
  await load(language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
  localStorage.setItem(LOCALE_KEY, language)
}

const initialLanguage = (): Language => chooseLanguage(localStorage.getItem(LOCALE_KEY), navigator.languages)

/** Starts with the stored language, otherwise the browser's, otherwise zh. */
export const startMessages = async (): Promise<void> => {
  const language = initialLanguage()
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
  // `{{count, number}}` in messages is formatted like every other number of the console.
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

/** Loads the font together with the messages, so that the first paint does not shift. */
const glyphsOf = (language: Language): Promise<unknown> =>
  Promise.race([
    document.fonts.load("13px 'Inter Variable'", LETTERS[language]).catch(() => null),
    new Promise((resolve) => setTimeout(resolve, GLYPHS_MAX_MS)),
  ])

const load = async (language: Language) => {
  const others = [...later.keys()].map((part) => LATER[part][language]())
  const [first, more] = await Promise.all([INITIAL[language](), Promise.all(others), glyphsOf(language)])
  for (const chunk of [first, ...more]) add(language, chunk)
}

const addLater = async (part: LaterPart, language: Language): Promise<void> => {
  try {
    add(language, await LATER[part][language]())
  } catch (error) {
    // The next screen tries again.
    later.delete(part)
    throw error
  }
}

/** Loads a part of the messages once, and from then on with every language. */
const loadLater = (part: LaterPart): Promise<void> => {
  // The router opens the first screen before i18next has started.
  const loading =
    later.get(part) ?? addLater(part, i18next.isInitialized ? chooseLanguage(i18next.language, []) : initialLanguage())
  later.set(part, loading)
  return loading
}

/** Loads the messages of the first view of a device; what it opens loads all. */
export const loadDeviceMessages = (): Promise<void> => loadLater('device')

/** Loads the messages of all screens that do not come first. */
export const loadLazyMessages = async (): Promise<void> => {
  await Promise.all([loadLater('device'), loadLater('lazy')])
}
