import type { WatchedDevice } from '../features/devices/store-watched.ts'
import { mayBeWithin, type Scope } from '../platform/scope.ts'

/** Who watches what. */
export type Watches<Watcher> = {
  /** Replaces what one watches. The devices were checked against the scope of the watcher. */
  replace: (watcher: Watcher, devices: readonly WatchedDevice[]) => void
  /** Ends the watching of devices that are surely not in the scope (any more). */
  narrow: (watcher: Watcher, scope: Scope) => void
  /** Ends the watching of all devices but these. */
  keep: (watcher: Watcher, device_ids: ReadonlySet<number>) => void
  /** What one watches. */
  watchedBy: (watcher: Watcher) => number[]
  /** Where these devices belong now; one that was asked for and has no path is gone. */
  move: (paths: ReadonlyMap<number, string>, asked: readonly number[]) => void
  forget: (watcher: Watcher) => void
  watchersOf: (device_id: number) => readonly Watcher[]
  /** Every watched device. */
  device_ids: () => number[]
}

/** Opens the register; `onUnion` hears the watched devices once after any number of changes in one turn of the loop. */
export const createWatches = <Watcher>(onUnion: (device_ids: number[]) => void): Watches<Watcher> => {
  const of_watcher = new Map<Watcher, Map<number, WatchedDevice>>()
  const of_device = new Map<number, Set<Watcher>>()
  let is_changed = false

  const changed = () => {
    if (is_changed) return
    is_changed = true
    queueMicrotask(() => {
      is_changed = false
      onUnion([...of_device.keys()])
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
    const devices = of_watcher.get(watcher) ?? new Map<number, WatchedDevice>()
    of_watcher.set(watcher, devices.set(device.device_id, { ...device }))
    const watchers = of_device.get(device.device_id)
    if (watchers !== undefined) {
      watchers.add(watcher)
      return
    }
    of_device.set(device.device_id, new Set([watcher]))
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
    keep: (watcher, device_ids) => {
      for (const device_id of of_watcher.get(watcher)?.keys() ?? [])
        if (!device_ids.has(device_id)) end(watcher, device_id)
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
