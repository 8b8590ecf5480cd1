import { LIMITS } from '@heatfleet/contract/limits.ts'

/** Timers of the socket, replaceable in tests. `after` returns its cancel function. */
export type Timers = { now: () => number; after: (ms: number, run: () => void) => () => void }

export type Heartbeat = {
  sent: () => void
  received: () => void
  stop: () => void
}

/**
 * Spec 4: `ping` is sent 30 s after the last activity; without any message within another 30 s the connection is dead.
 * A single timer: activity only stores the time, so many pushes cost nothing.
 */
export const startHeartbeat = (timers: Timers, on: { ping: () => void; dead: () => void }): Heartbeat => {
  let active_at = timers.now()
  let received_at = active_at
  let cancel = () => {}
  const watch = () => {
    const quiet_ms = timers.now() - active_at
    if (quiet_ms < LIMITS.push_heartbeat_ms) {
      cancel = timers.after(LIMITS.push_heartbeat_ms - quiet_ms, watch)
      return
    }
    on.ping()
    const pinged_at = timers.now()
    active_at = pinged_at
    cancel = timers.after(LIMITS.push_heartbeat_ms, () => {
      if (received_at < pinged_at) on.dead()
      else watch()
    })
  }
  cancel = timers.after(LIMITS.push_heartbeat_ms, watch)
  return {
    sent: () => {
      active_at = timers.now()
    },
    received: () => {
      received_at = timers.now()
      active_at = received_at
    },
    stop: () => cancel(),
  }
}
