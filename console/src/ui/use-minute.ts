import { useTicking } from './clock.ts'

/** The current time rounded down to minutes, unix ms: queries that depend on it change only that often. */
export const useMinute = (minutes: number): number => {
  const length_ms = minutes * 60_000
  return Number(useTicking((now) => String(Math.floor(now / length_ms) * length_ms)))
}
