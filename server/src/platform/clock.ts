/** Time as an argument, so that tests move it. */
export type Clock = {
  /** Unix ms. */
  now: () => number
  /** Runs `task` once after `delay_ms`; returns a function that cancels it. */
  after: (delay_ms: number, task: () => void) => () => void
}

/** The system clock: the only code that reads it. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (delay_ms, task) => {
    const timer = setTimeout(task, delay_ms)
    return () => clearTimeout(timer)
  },
}
