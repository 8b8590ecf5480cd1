import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { FromGateway } from '../platform/bus.ts'
import type { Clock } from '../platform/clock.ts'

/** A status message of the gateway about a watched device. */
export type DeviceStatus = Extract<FromGateway, { kind: 'status' }>

/** A second is divided into slots; each device has its own, so that a fleet is not pushed in one burst. */
const SLOTS = 20
const SLOT_MS = LIMITS.push_min_interval_ms / SLOTS

/** Merges two reports of a device: the newest status and the newest of each value. Late reports never win. */
export const mergeStatus = (before: DeviceStatus, next: DeviceStatus): DeviceStatus => {
  const installer_keys = [...new Set([...before.installer_keys, ...next.installer_keys])]
  if (next.at !== null && before.at !== null && next.at < before.at)
    return { ...before, attrs: { ...next.attrs, ...before.attrs }, installer_keys }
  return { ...next, at: next.at ?? before.at, attrs: { ...before.attrs, ...next.attrs }, installer_keys }
}

/**
 * Throttle per device: emits the newest status at most once a second, with skipped ones merged into it. Slots run one after
 * another, each at least its length after the last: under load the rate falls and never catches up in a burst.
 */
export const createStatusThrottle = (clock: Clock, emit: (status: DeviceStatus) => void) => {
  const slots = Array.from({ length: SLOTS }, () => new Map<number, DeviceStatus>())
  let slot = 0
  let idle_slots = 0
  let cancel: (() => void) | null = null

  const step = () => {
    slot = (slot + 1) % SLOTS
    const due = slots[slot]
    idle_slots = due === undefined || due.size === 0 ? idle_slots + 1 : 0
    // Stops only after a whole round without work: then a second has passed since the last push of every device.
    cancel = idle_slots < SLOTS ? clock.after(SLOT_MS, step) : null
    if (due === undefined) return
    const statuses = [...due.values()]
    due.clear()
    for (const status of statuses) emit(status)
  }

  return {
    add: (status: DeviceStatus): void => {
      const waiting = slots[status.device_id % SLOTS]
      const before = waiting?.get(status.device_id)
      waiting?.set(status.device_id, before === undefined ? status : mergeStatus(before, status))
      if (cancel !== null) return
      idle_slots = 0
      cancel = clock.after(SLOT_MS, step)
    },
    stop: (): void => {
      cancel?.()
      cancel = null
      for (const waiting of slots) waiting.clear()
    },
  }
}
