import { mayBeWithin, type Scope } from '../platform/scope.ts'
import type { WatchedDevice } from './services.ts'

/** Which watcher watches which devices. */
export type Watches<Watcher> = {
  /** Replaces the devices of a watcher. They were checked against its scope. */
  replace: (watcher: Watcher, devices: readonly WatchedDevice[]) => void
  /** Stops watching devices that are certainly outside the scope. */
  narrow: (watcher: Watcher, scope: Scope) => void
  /** Of the checked devices, stops watching all but `device_ids`; devices watched only since the check stay. */
  keep: (watcher: Watcher, device_ids: ReadonlySet<number>, checked: readonly number[]) => void
  /** The devices of a watcher. */
  watchedBy: (watcher: Watcher) => number[]
  /** Updates the distributor paths of devices; a checked device without a path is gone. */
  move: (paths: ReadonlyMap<number, string>, checked: readonly number[]) => void
  forget: (watcher: Watcher) => void
  watchersOf: (device_id: number) => readonly Watcher[]
  /** Every watched device. */
  device_ids: () => number[]
}

/**
 * Creates the registry; `onUnion` is called once after any number of changes in one turn of the event loop, with every watched
 * device and those that a watcher added, even if another one watches them already.
 */
export const createWatches = <Watcher>(onUnion: (device_ids: number[], added: number[]) => void): Watches<Watcher> => {
  const of_watcher = new Map<Watcher, Set<number>>()
  /** The device is the same for all: what one watcher's query says of its distributor is true for the others. */
  const of_device = new Map<number, { device: WatchedDevice; watchers: Set<Watcher> }>()
  const added = new Set<number>()
  let is_changed = false

  const changed = () => {
    if (is_changed) return
    is_changed = true
    queueMicrotask(() => {
      is_changed = false
      // A device added and removed in the same turn was not added.
      const added_ids = [...added].filter((device_id) => of_device.has(device_id))
      added.clear()
      onUnion([...of_device.keys()], added_ids)
    })
  }
  const end = (watcher: Watcher, device_id: number) => {
    of_watcher.get(watcher)?.delete(device_id)
    const watchers = of_device.get(device_id)?.watchers
    watchers?.delete(watcher)
    if (watchers?.size !== 0) return
    of_device.delete(device_id)
    changed()
  }
  const begin = (watcher: Watcher, device: WatchedDevice) => {
    const { device_id } = device
    const device_ids = of_watcher.get(watcher) ?? new Set()
    of_watcher.set(watcher, device_ids.add(device_id))
    const watchers = of_device.get(device_id)?.watchers ?? new Set()
    const is_known = watchers.has(watcher)
    of_device.set(device_id, { device: { ...device }, watchers: watchers.add(watcher) })
    if (is_known) return
    added.add(device_id)
    changed()
  }

  return {
    replace: (watcher, devices) => {
      const wanted = new Set(devices.map(({ device_id }) => device_id))
      for (const device_id of of_watcher.get(watcher) ?? []) if (!wanted.has(device_id)) end(watcher, device_id)
      for (const device of devices) begin(watcher, device)
    },
    narrow: (watcher, scope) => {
      for (const device_id of of_watcher.get(watcher) ?? []) {
        const device = of_device.get(device_id)?.device
        if (device === undefined || !mayBeWithin(scope, device)) end(watcher, device_id)
      }
    },
    keep: (watcher, device_ids, checked) => {
      for (const device_id of checked) if (!device_ids.has(device_id)) end(watcher, device_id)
    },
    watchedBy: (watcher) => [...(of_watcher.get(watcher) ?? [])],
    move: (paths, checked) => {
      for (const device_id of checked) {
        const watched = of_device.get(device_id)
        if (watched === undefined) continue
        const agent_path = paths.get(device_id)
        if (agent_path !== undefined) watched.device.agent_path = agent_path
        else for (const watcher of watched.watchers) end(watcher, device_id)
      }
    },
    forget: (watcher) => {
      for (const device_id of of_watcher.get(watcher) ?? []) end(watcher, device_id)
      of_watcher.delete(watcher)
    },
    watchersOf: (device_id) => [...(of_device.get(device_id)?.watchers ?? [])],
    device_ids: () => [...of_device.keys()],
  }
}
