import { isTimeZone } from '@heatfleet/contract/time-zone.ts'
import { create } from 'zustand'

/** How values are written for the person at the screen. */
export type Display = {
  /** IANA name; empty = the browser's zone. */
  time_zone: string
  date_format: 'local' | 'iso'
  temperature: 'c' | 'f'
  energy: 'kwh' | 'mj'
  /** Of tables nobody has laid out yet. */
  density: 'compact' | 'normal' | 'roomy'
}

const STORED = 'display'
const PLAIN: Display = { time_zone: '', date_format: 'local', temperature: 'c', energy: 'kwh', density: 'normal' }

/** The way of writing in use; format.ts writes by it. */
export const useDisplay = create<Display>(() => PLAIN)

/** Writes differently from now on, and remembers it in this browser for the next start. */
export const chooseDisplay = (some: Partial<Display>): void => {
  useDisplay.setState(some)
  localStorage.setItem(STORED, JSON.stringify(useDisplay.getState()))
}

/** Takes up what this browser remembers, before the first picture. */
export const startDisplay = (): void => {
  useDisplay.setState(readDisplay(localStorage.getItem(STORED)))
}

/** The zone of the browser, IANA name. */
export const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The zone in which times are written now, IANA name; the console is drawn anew when another is chosen. */
export const zoneInUse = (): string => useDisplay.getState().time_zone || BROWSER_ZONE

/** What was remembered; anything that is no choice of ours is as if it were not there. */
export const readDisplay = (text: string | null): Display => {
  if (text === null) return PLAIN
  try {
    const kept: unknown = JSON.parse(text)
    if (typeof kept !== 'object' || kept === null) return PLAIN
    const { time_zone, date_format, temperature, energy, density } = { ...PLAIN, ...kept }
    return {
      time_zone: isTimeZone(time_zone) ? time_zone : '',
      date_format: date_format === 'iso' ? 'iso' : 'local',
      temperature: temperature === 'f' ? 'f' : 'c',
      energy: energy === 'mj' ? 'mj' : 'kwh',
      density: density === 'compact' || density === 'roomy' ? density : 'normal',
    }
  } catch {
    // Not JSON: written by hand or by another version.
    return PLAIN
  }
}
