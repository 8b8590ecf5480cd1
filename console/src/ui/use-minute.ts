import { useTicking } from './clock.ts'

/** The present rounded down to so many minutes, unix ms: questions to the server change only that often. */
export const useMinute = (minutes: number): number => {
  const length_ms = minutes * 60_000
  return Number(useTicking((now) => String(Math.floor(now / length_ms) * length_ms)))
}
