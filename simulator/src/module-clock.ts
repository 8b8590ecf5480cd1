import type { Random } from './random.ts'

/** The module's own clock: a little off, drifting up to 2 s a day, set by the cloud (domain 6 "Sensors"). */
export type ModuleClock = {
  read_ms: () => number
  /** Whole seconds, as reports carry them. */
  read_s: () => number
  /** Moves the clock forward by so much. */
  set: (offset_ms: number) => void
}

const START_ERROR_MS = 1500
const DRIFT_MS_A_DAY = 2000
const DAY_MS = 86_400_000

/** A clock over true time. */
export function createModuleClock(now_ms: () => number, random: Random): ModuleClock {
  let error_ms = random.between(-START_ERROR_MS, START_ERROR_MS)
  let set_at_ms = now_ms()
  const drift = random.between(-DRIFT_MS_A_DAY, DRIFT_MS_A_DAY) / DAY_MS
  const read_ms = (): number => now_ms() + error_ms + (now_ms() - set_at_ms) * drift
  return {
    read_ms,
    read_s: () => Math.floor(read_ms() / 1000),
    set: (offset_ms) => {
      error_ms = read_ms() - now_ms() + offset_ms
      set_at_ms = now_ms()
    },
  }
}
