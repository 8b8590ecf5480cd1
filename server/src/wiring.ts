import type { Caller } from './caller.ts'
import { type Changes, createChanges } from './changes.ts'
import { type AuditLine, insertAuditLine } from './features/audit/public.ts'
import { controlHandlers } from './features/controls/handlers.ts'
import { type AcceptedControl, acceptControl } from './features/controls/public.ts'
import { deviceHandlers } from './features/devices/handlers.ts'
import { type DeviceKey, listDeviceKeys } from './features/devices/public.ts'
import { historyHandlers } from './features/history/handlers.ts'
import { productHandlers } from './features/products/handlers.ts'
import { createLayouts } from './features/products/public.ts'
import { sessionHandlers } from './features/session/handlers.ts'
import { findCaller, listCallers, noteActivity } from './features/session/public.ts'
import type { Handlers } from './handler.ts'
import type { World } from './world.ts'

/** All that the transports may ask of the features. */
export type Services = {
  /** One for each endpoint; a missing one does not compile. */
  handlers: Handlers
  changes: Changes
  findCaller: (token: string) => Promise<Caller | null>
  /** Those still alive, by hex of the session hash. */
  listCallers: (session_hashes: readonly Buffer[]) => Promise<Map<string, Caller>>
  noteActivity: (session_hash: Buffer) => Promise<void>
  /** The devices among these that the caller may see. */
  listDevices: (caller: Caller, macs: readonly string[]) => Promise<DeviceKey[]>
  acceptControl: (
    caller: Caller,
    mac: string,
    points: readonly { key: string; value: number }[],
    registered: (accepted: AcceptedControl[], device_id: number) => void,
  ) => Promise<AcceptedControl[]>
  writeAudit: (line: AuditLine) => Promise<void>
}

/** Puts the features together, by hand. */
export const createServices = (world: World): Services => {
  const deps = { ...world, layouts: createLayouts(world), changes: createChanges() }
  return {
    handlers: {
      ...sessionHandlers(deps),
      ...deviceHandlers(deps),
      ...historyHandlers(deps),
      ...controlHandlers(deps),
      ...productHandlers(deps),
    },
    changes: deps.changes,
    findCaller: (token) => findCaller(deps, token),
    listCallers: (session_hashes) => listCallers(deps, session_hashes),
    noteActivity: (session_hash) => noteActivity(deps, session_hash),
    listDevices: (caller, macs) => listDeviceKeys(world.database.db, caller.scope, macs),
    acceptControl: (caller, mac, points, registered) => acceptControl(deps, caller, mac, points, registered),
    writeAudit: (line) => insertAuditLine(world.database.db, line),
  }
}
