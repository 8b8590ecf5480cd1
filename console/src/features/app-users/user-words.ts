import type { useMessages } from '../../messages/messages.ts'

/** The words of these screens, handed to the cells so that each need not ask for them. */
export type UserWords = ReturnType<typeof useMessages<'app-users'>>

const LANGUAGES = ['en', 'zh', 'pl', 'de'] as const

/** The word for a language an app speaks. */
export const languageWord = (t: UserWords, code: string): string => {
  const known = LANGUAGES.find((one) => one === code)
  return known === undefined ? t(($) => $.languages.none) : t(($) => $.languages[known])
}

const PLATFORMS = ['ios', 'android', 'harmony', 'wechat'] as const

/** The word for a platform; empty when none is known. */
export const platformWord = (t: UserWords, code: string): string => {
  const known = PLATFORMS.find((one) => one === code)
  return known === undefined ? code : t(($) => $.platforms[known])
}
