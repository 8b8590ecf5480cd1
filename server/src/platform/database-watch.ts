/** When the database counts as standing still, all in ms. */
type DatabaseWatchTimes = {
  /** Between two probes. */
  every_ms: number
  /** A probe without an answer for so long: not ready. */
  late_ms: number
  /** And for so long: running calls are given up. */
  away_ms: number
}

const TIMES: DatabaseWatchTimes = { every_ms: 250, late_ms: 600, away_ms: 2_000 }

/** Whether the database answers, found out by a probe of its own that nothing else waits for. */
export type DatabaseWatch<Found> = {
  /** What the last probe found; null = it failed, or the present one has waited too long. */
  found: () => Found | null
  /** Runs a call; rejects with {@link DatabaseAway} when the database stops answering before the end, or does not answer now. */
  during: <T>(call: () => Promise<T>) => Promise<T>
  /** Ends the probes; does not wait for one that runs. */
  close: () => void
}

/** The database does not answer: a call was given up, and whether it took place is not known. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway'
}

/**
 * Probes the database four times a second. A database that stands still (a stopped process, a hanging disk) refuses nothing,
 * so without a probe all who use it would wait. Resolves when the first probe has ended or is late.
 */
export const watchDatabase = async <Found>(
  probe: () => Promise<Found>,
  { every_ms, late_ms, away_ms }: DatabaseWatchTimes = TIMES,
): Promise<DatabaseWatch<Found>> => {
  let found: Found | null = null
  let is_away = false
  let is_closed = false
  const running = new Set<() => void>()
  let wake = (): void => {}

  const giveUp = (): void => {
    is_away = true
    for (const end of running) end()
    running.clear()
  }
  const probeOnce = async (): Promise<void> => {
    let is_over = false
    let is_given_up = false
    // Behind the next look at the sockets: after a long turn of the event loop the answer may have come already.
    const unless = (then: () => void) => () => setImmediate(() => setImmediate(() => is_over || then()))
    const late = new Promise<void>((resolve) => {
      const forget = (): void => {
        found = null
        resolve()
      }
      const endCalls = (): void => {
        is_given_up = true
        giveUp()
      }
      timers.push(setTimeout(unless(forget), late_ms), setTimeout(unless(endCalls), away_ms))
    })
    const answered = probe()
      .catch(() => null)
      .then((result) => {
        // One that was given up and failed in the end tells nothing new.
        if (result !== null || !is_given_up) is_away = false
        is_over = true
        found = result
        for (const timer of timers.splice(0)) clearTimeout(timer)
      })
    probing = answered
    await Promise.race([answered, late])
  }
  const timers: NodeJS.Timeout[] = []
  let probing: Promise<void> = Promise.resolve()
  const work = async (): Promise<void> => {
    for (;;) {
      await probing
      if (is_closed) return
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, every_ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
      if (is_closed) return
      await probeOnce()
    }
  }
  await probeOnce()
  void work()

  return {
    found: () => found,
    during: <T>(call: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const end = (): void => reject(new DatabaseAway('the database does not answer'))
        if (is_away) return end()
        running.add(end)
        void call()
          .then(resolve, reject)
          .finally(() => running.delete(end))
      }),
    close: () => {
      is_closed = true
      for (const timer of timers.splice(0)) clearTimeout(timer)
      wake()
    },
  }
}
