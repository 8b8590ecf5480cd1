/** Languages with messages. `zh-CN` is accepted wherever a language is read and means `zh` (spec 1). */
export const LANGUAGES = ['en', 'zh', 'pl'] as const
export type Language = (typeof LANGUAGES)[number]

/** Spec 1: the language when neither a stored nor a browser language is known. */
const FALLBACK_LANGUAGE: Language = 'zh'

/** What each language calls itself. */
export const LANGUAGE_NAMES = { en: 'English', zh: '中文', pl: 'Polski' } as const satisfies Record<Language, string>

/** The language meant by a tag such as `zh-CN`, `pl` or `en-GB`; null when it is not supported. */
const languageOf = (tag: string | null): Language | null => {
  const primary = tag?.toLowerCase().split(/[-_]/)[0]
  return LANGUAGES.find((language) => language === primary) ?? null
}

/** Spec 1: the stored locale, otherwise the browser's languages in order, otherwise zh. */
export const chooseLanguage = (stored: string | null, browser: readonly string[]): Language =>
  languageOf(stored) ?? browser.map(languageOf).find((language) => language !== null) ?? FALLBACK_LANGUAGE
