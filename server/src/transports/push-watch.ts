import type { WatchedDevice } from '../features/devices/store-watched.ts'
import { isWithin, type Scope } from '../platform/scope.ts'

/** Who watches what. */
export type Watches<Watcher> = {
  /** Replaces what one watches. The devices were checked against the scope of the watcher. */
  replace: (watcher: Watcher, devices: readonly WatchedDevice[]) => void
  /** Ends the watching of devices that are not in the scope (any more). */
  narrow: (watcher: Watcher, scope: Scope) => void
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
      for (const { device_id, agent_path } of of_watcher.get(watcher)?.values() ?? [])
        if (!isWithin(scope, agent_path)) end(watcher, device_id)
    },
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
