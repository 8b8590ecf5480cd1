import type { useMessages } from '../../messages/messages.ts'

/** Translator of these screens, passed to table cells so that they need no hook each. */
type UserTexts = ReturnType<typeof useMessages<'app-users'>>

const LANGUAGES = ['en', 'zh', 'pl', 'de'] as const

/** Name of an app's language. */
export const languageText = (t: UserTexts, code: string): string => {
  const language = LANGUAGES.find((one) => one === code)
  return language === undefined ? t(($) => $.languages.none) : t(($) => $.languages[language])
}

const PLATFORMS = ['ios', 'android', 'harmony', 'wechat'] as const

/** Name of a platform; empty when unknown. */
export const platformText = (t: UserTexts, code: string): string => {
  const language = PLATFORMS.find((one) => one === code)
  return language === undefined ? code : t(($) => $.platforms[language])
}
