import { isQuietAt, type Preferences, type Severity } from '@heatfleet/contract/preferences.ts'

/** The time of day on the person's clock, `HH:MM`; an empty zone is the browser's. */
const clockTime = (now_ms: number, time_zone: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(time_zone === '' ? {} : { timeZone: time_zone }),
  }).format(now_ms)

/** Whether the console is quiet now: no badge and no message, except of what is critical. */
export const isQuiet = (quiet_hours: Preferences['quiet_hours'], time_zone: string, now_ms: number): boolean =>
  // Asked with every drawing of the top bar: the clock of a time zone is worked out only where it matters.
  quiet_hours.on && isQuietAt(quiet_hours, clockTime(now_ms, time_zone))

/** Whether something so bad may interrupt the person now. */
export const mayInterrupt = (
  person: { preferences: Preferences; time_zone: string },
  severity: Severity,
  now_ms: number,
): boolean => severity === 'critical' || !isQuiet(person.preferences.quiet_hours, person.time_zone, now_ms)
