import { isTimeZone } from '@heatfleet/contract/time-zone.ts'
import { create } from 'zustand'

/** Format preferences of the viewer. */
type Display = {
  /** IANA name; empty = the browser's zone. */
  time_zone: string
  date_format: 'local' | 'iso'
  temperature: 'c' | 'f'
  energy: 'kwh' | 'mj'
  /** Row height of tables without a stored layout. */
  density: 'compact' | 'normal' | 'roomy'
}

const STORED = 'display'
const PLAIN: Display = { time_zone: '', date_format: 'local', temperature: 'c', energy: 'kwh', density: 'normal' }

/** The current formats, used by format.ts. */
export const useDisplay = create<Display>(() => PLAIN)

/** Changes formats and stores them in this browser. */
export const chooseDisplay = (some: Partial<Display>): void => {
  useDisplay.setState(some)
  localStorage.setItem(STORED, JSON.stringify(useDisplay.getState()))
}

/** Loads the stored formats before the first render. */
export const startDisplay = (): void => {
  useDisplay.setState(readDisplay(localStorage.getItem(STORED)))
}

/** The zone of the browser, IANA name. */
export const BROWSER_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The display time zone, IANA name; a change remounts the screens. */
export const zoneInUse = (): string => useDisplay.getState().time_zone || BROWSER_ZONE

/** Parses the stored formats; invalid parts fall back to defaults. */
export const readDisplay = (text: string | null): Display => {
  if (text === null) return PLAIN
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== 'object' || stored === null) return PLAIN
    const { time_zone, date_format, temperature, energy, density } = { ...PLAIN, ...stored }
    return {
      time_zone: isTimeZone(time_zone) ? time_zone : '',
      date_format: date_format === 'iso' ? 'iso' : 'local',
      temperature: temperature === 'f' ? 'f' : 'c',
      energy: energy === 'mj' ? 'mj' : 'kwh',
      density: density === 'compact' || density === 'roomy' ? density : 'normal',
    }
  } catch {
    // Not JSON.
    return PLAIN
  }
}
