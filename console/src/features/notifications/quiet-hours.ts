import { isQuietAt, type Preferences, type Severity } from '@heatfleet/contract/preferences.ts'

/** The time of day in the account's zone, `HH:MM`; an empty zone means the browser's. */
const clockTime = (now_ms: number, time_zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(time_zone === '' ? {} : { timeZone: time_zone }),
  }).format(now_ms)

/** Quiet hours: no badge and no toast, except for critical notifications. */
export const isQuiet = (quiet_hours: Preferences['quiet_hours'], time_zone: string, now_ms: number): boolean =>
  // Evaluated at each render of the top bar: the costly time zone conversion runs only when needed.
  quiet_hours.on && isQuietAt(quiet_hours, clockTime(now_ms, time_zone))

/** Whether a notification of this severity may show a toast now. */
export const mayInterrupt = (
  recipient: { preferences: Preferences; time_zone: string },
  severity: Severity,
  now_ms: number,
): boolean => severity === 'critical' || !isQuiet(recipient.preferences.quiet_hours, recipient.time_zone, now_ms)
