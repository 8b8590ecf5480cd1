import { useLanguage } from '../messages/messages.ts'
import { formatDay } from './format.ts'

/** Formats a calendar day, `2026-11-21`, in the viewer's language. */
export const useDayText = (): ((day: string) => string) => {
  const lang = useLanguage()
  return (day) => formatDay(day, lang)
}
