import { useLanguage } from '../words/words.ts'
import { formatTime } from './format.ts'

/** Writes a calendar day, `2026-11-21`, as the person's language does. */
export const useDayText = (): ((day: string) => string) => {
  const lang = useLanguage()
  return (day) => formatTime(`${day}T00:00:00`, lang, 'date')
}
