import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { FromGateway } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'

/** A status message of the gateway about a watched device. */
export type DeviceStatus = Extract<FromGateway, { kind: 'status' }>

/** Merges two reports of a device: the newest status and the newest of each value. Late reports never win. */
export const mergeStatus = (before: DeviceStatus, next: DeviceStatus): DeviceStatus => {
  const installer_keys = [...new Set([...before.installer_keys, ...next.installer_keys])]
  if (next.at !== null && before.at !== null && next.at < before.at)
    return { ...before, attrs: { ...next.attrs, ...before.attrs }, installer_keys }
  return { ...next, at: next.at ?? before.at, attrs: { ...before.attrs, ...next.attrs }, installer_keys }
}

/** Messages to all consoles together within one step: about as long as the event loop may be held by them, and what it takes for other work. */
const STEP_MS = 5
const MESSAGES_PER_STEP = 1_000

/** A device that was pushed within the last second, with what it reported since. */
type Pushed = { device_id: number; at_ms: number; next: DeviceStatus | null }

/**
 * Throttle per device: emits a status at once, and the newest one at most once a second, with skipped ones merged into it.
 * `emit` returns the number of messages it sent: after `MESSAGES_PER_STEP` the others wait for the next step, so that a fleet that
 * reports at once does not hold up the process; under load the rate falls and never catches up in a burst.
 */
export const createStatusThrottle = (clock: Clock, emit: (status: DeviceStatus) => number) => {
  /** In the order of their pushes, so that the first ones may be pushed first. */
  const pushed = new Map<number, Pushed>()
  /** Devices that may be pushed, in the order in which they reported. */
  const ready = new Map<number, DeviceStatus>()
  let step_from_ms = Number.NEGATIVE_INFINITY
  let left = 0
  let timer: { cancel: () => void; is_step: boolean } | null = null

  const push = (status: DeviceStatus, at_ms: number): void => {
    const { device_id } = status
    ready.delete(device_id)
    pushed.set(device_id, { device_id, at_ms, next: null })
    left -= emit(status)
  }
  /** A clock that was set back ends every wait. */
  const isOver = (from_ms: number, length_ms: number, now_ms: number): boolean =>
    now_ms < from_ms || now_ms - from_ms >= length_ms

  const run = (): void => {
    const now_ms = clock.now()
    for (const { device_id, at_ms, next } of pushed.values()) {
      if (!isOver(at_ms, LIMITS.push_min_interval_ms, now_ms)) break
      pushed.delete(device_id)
      if (next !== null) ready.set(device_id, next)
    }
    if (isOver(step_from_ms, STEP_MS, now_ms)) {
      step_from_ms = now_ms
      left = Math.min(MESSAGES_PER_STEP, left + MESSAGES_PER_STEP)
    }
    for (const status of ready.values()) {
      if (left <= 0) break
      push(status, now_ms)
    }
    wait()
  }
  /** One timer: for the next step while devices wait for it, else for the first device that may be pushed again. */
  const wait = (): void => {
    const is_step = ready.size > 0
    if (timer !== null && (timer.is_step || !is_step)) return
    timer?.cancel()
    timer = null
    const [first] = pushed.values()
    if (!is_step && first === undefined) return
    const rest_ms = first === undefined ? 0 : first.at_ms + LIMITS.push_min_interval_ms - clock.now()
    const delay_ms = is_step ? STEP_MS : Math.min(Math.max(rest_ms, STEP_MS), LIMITS.push_min_interval_ms)
    const cancel = clock.after(delay_ms, () => {
      timer = null
      run()
    })
    timer = { cancel, is_step }
  }

  return {
    add: (status: DeviceStatus): void => {
      const { device_id } = status
      const before = pushed.get(device_id)
      const waiting = ready.get(device_id)
      if (waiting !== undefined) ready.set(device_id, mergeStatus(waiting, status))
      else if (before !== undefined && !isOver(before.at_ms, LIMITS.push_min_interval_ms, clock.now()))
        before.next = before.next === null ? status : mergeStatus(before.next, status)
      else {
        const skipped = before?.next ?? null
        pushed.delete(device_id)
        ready.set(device_id, skipped === null ? status : mergeStatus(skipped, status))
      }
      run()
    },
    stop: (): void => {
      timer?.cancel()
      timer = null
      pushed.clear()
      ready.clear()
    },
  }
}
