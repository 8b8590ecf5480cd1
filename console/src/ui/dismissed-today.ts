import { useState } from 'react'
import { today } from './calendar-days.ts'

const STORED = 'heatfleet.dismissed'
/** Notes dismissed on one day in one browser; older ones make room. */
const KEPT_MAX = 200

type Dismissed = { day: string; keys: readonly string[] }

const readDismissed = (day: string): readonly string[] => {
  const text = localStorage.getItem(STORED)
  if (text === null) return []
  try {
    // Written just below; anything else in its place counts as nothing dismissed.
    const { day: of_day, keys } = JSON.parse(text) as Dismissed
    return of_day === day && Array.isArray(keys) ? keys : []
  } catch {
    return []
  }
}

/** Whether a note was dismissed on this day of the zone in which times are shown, and what dismisses it until the day is over. */
export const useDismissedToday = (key: string): readonly [is_dismissed: boolean, dismiss: () => void] => {
  const day = today()
  const [dismissed, setDismissed] = useState(() => readDismissed(day).includes(key))
  const dismiss = (): void => {
    const keys = [...readDismissed(day).filter((one) => one !== key), key].slice(-KEPT_MAX)
    localStorage.setItem(STORED, JSON.stringify({ day, keys } satisfies Dismissed))
    setDismissed(true)
  }
  return [dismissed, dismiss]
}
