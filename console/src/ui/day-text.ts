import { useCallback } from 'react'
import { useLanguage } from '../messages/messages.ts'
import { formatDay } from './format.ts'

/** Formats a calendar day, `2026-11-21`, in the viewer's language. The same function until that changes: rows are drawn again by it. */
export const useDayText = (): ((day: string) => string) => {
  const lang = useLanguage()
  return useCallback((day: string) => formatDay(day, lang), [lang])
}

/** A typed day as `2026-11-21`: year first with `-`, `.`, `/` or nothing between; null where it is no day of the calendar. */
export const parseDay = (typed: string): string | null => {
  const parts = /^(\d{4})([-./]?)(\d{1,2})\2(\d{1,2})$/.exec(typed.trim())
  if (parts === null) return null
  const [, year = '', , month = '', day = ''] = parts
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text ? null : text
}
