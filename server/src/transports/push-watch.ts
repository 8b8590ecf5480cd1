import { mayBeWithin, type Scope } from '../platform/scope.ts'
import type { WatchedDevice } from './services.ts'

/** Who watches what. */
export type Watches<Watcher> = {
  /** Replaces what one watches. The devices were checked against the scope of the watcher. */
  replace: (watcher: Watcher, devices: readonly WatchedDevice[]) => void
  /** Ends the watching of devices that are surely not in the scope (any more). */
  narrow: (watcher: Watcher, scope: Scope) => void
  /** Of the devices that were asked for, ends the watching of all but these; what is watched only since then stays. */
  keep: (watcher: Watcher, device_ids: ReadonlySet<number>, asked: readonly number[]) => void
  /** What one watches. */
  watchedBy: (watcher: Watcher) => number[]
  /** Where these devices belong now; one that was asked for and has no path is gone. */
  move: (paths: ReadonlyMap<number, string>, asked: readonly number[]) => void
  forget: (watcher: Watcher) => void
  watchersOf: (device_id: number) => readonly Watcher[]
  /** Every watched device. */
  device_ids: () => number[]
}

/**
 * Opens the register; `onUnion` hears once after any number of changes in one turn of the loop: every watched device, and
 * those that somebody began to watch, whoever else watches them already.
 */
export const createWatches = <Watcher>(onUnion: (device_ids: number[], begun: number[]) => void): Watches<Watcher> => {
  const of_watcher = new Map<Watcher, Map<number, WatchedDevice>>()
  const of_device = new Map<number, Set<Watcher>>()
  const begun = new Set<number>()
  let is_changed = false

  const changed = () => {
    if (is_changed) return
    is_changed = true
    queueMicrotask(() => {
      is_changed = false
      // Who began and ended in the same turn began nothing.
      const begun_ids = [...begun].filter((device_id) => of_device.has(device_id))
      begun.clear()
      onUnion([...of_device.keys()], begun_ids)
    })
  }
  const end = (watcher: Watcher, device_id: number) => {
    of_watcher.get(watcher)?.delete(device_id)
    const watchers = of_device.get(device_id)
    watchers?.delete(watcher)
    if (watchers?.size !== 0) return
    of_device.delete(device_id)
    changed()
  }
  const begin = (watcher: Watcher, device: WatchedDevice) => {
    const { device_id } = device
    const devices = of_watcher.get(watcher) ?? new Map<number, WatchedDevice>()
    of_watcher.set(watcher, devices.set(device_id, { ...device }))
    const watchers = of_device.get(device_id) ?? new Set()
    if (watchers.has(watcher)) return
    of_device.set(device_id, watchers.add(watcher))
    begun.add(device_id)
    changed()
  }

  return {
    replace: (watcher, devices) => {
      const wanted = new Set(devices.map(({ device_id }) => device_id))
      for (const device_id of of_watcher.get(watcher)?.keys() ?? []) if (!wanted.has(device_id)) end(watcher, device_id)
      for (const device of devices) begin(watcher, device)
    },
    narrow: (watcher, scope) => {
      for (const device of of_watcher.get(watcher)?.values() ?? [])
        if (!mayBeWithin(scope, device)) end(watcher, device.device_id)
    },
    keep: (watcher, device_ids, asked) => {
      for (const device_id of asked) if (!device_ids.has(device_id)) end(watcher, device_id)
    },
    watchedBy: (watcher) => [...(of_watcher.get(watcher)?.keys() ?? [])],
    move: (paths, asked) => {
      for (const device_id of asked) {
        const agent_path = paths.get(device_id)
        for (const watcher of of_device.get(device_id) ?? []) {
          const device = of_watcher.get(watcher)?.get(device_id)
          if (agent_path === undefined) end(watcher, device_id)
          else if (device !== undefined) device.agent_path = agent_path
        }
      }
    },
    forget: (watcher) => {
      for (const device_id of of_watcher.get(watcher)?.keys() ?? []) end(watcher, device_id)
      of_watcher.delete(watcher)
    },
    watchersOf: (device_id) => [...(of_device.get(device_id) ?? [])],
    device_ids: () => [...of_device.keys()],
  }
}
