import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'

/** Languages of canned answers, each in its own. */
export const LANGUAGE_NAMES = { en: 'English', zh: '中文', pl: 'Polski' } as const satisfies Record<
  MessageLanguage,
  string
>
