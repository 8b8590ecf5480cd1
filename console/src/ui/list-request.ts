/** The first and the last instant of a day, `2026-11-21`, where the person is, ISO 8601 UTC. */
export const dayStart = (day: string | undefined): string | undefined => instantOf(day, '00:00:00')
export const dayEnd = (day: string | undefined): string | undefined => instantOf(day, '23:59:59.999')

const instantOf = (day: string | undefined, time: string): string | undefined =>
  day === undefined ? undefined : new Date(`${day}T${time}`).toISOString()

/** Leaves out what is undefined or an empty text (spec 5). */
export const withoutEmpty = <Values extends object>(values: Values): Values =>
  // Only optional members can be left out, so the rest is still what the call wants.
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== '')) as Values
