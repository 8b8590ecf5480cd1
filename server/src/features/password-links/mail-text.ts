import type { MessageLanguage } from '@heatfleet/contract/notification-policies/channel.ts'
import { findTextIn } from '../exports/public.ts'

/** A text of the mails about password links, with the values of its placeholders. */
export const mailText = (
  language: MessageLanguage,
  key: string,
  values: Readonly<Record<string, string | number>>,
): string =>
  String(findTextIn(language)('password-links', key)).replaceAll(/\{\{(\w+)\}\}/g, (_, name) =>
    String(values[name] ?? ''),
  )
