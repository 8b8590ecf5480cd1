import { useLanguage } from '../messages/messages.ts'
import { formatDay } from './format.ts'

/** Writes a calendar day, `2026-11-21`, as the person's language does. */
export const useDayText = (): ((day: string) => string) => {
  const lang = useLanguage()
  return (day) => formatDay(day, lang)
}
