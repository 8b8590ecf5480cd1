import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ServerMessage, ServerMessageOf } from '@heatfleet/contract/push.ts'
import { isFinal } from '@heatfleet/contract/transitions.ts'
import type { FromGateway } from '../platform/bus.ts'
import { isWithin } from '../platform/scope.ts'
import type { World } from '../world.ts'
import { type Connection, sendBytes, sendMessage } from './push-connection.ts'

type Status = Extract<FromGateway, { kind: 'status' }>
type Asker = { connection: Connection; sn: number; expires_ms: number }

/** The second is cut into slots; each device is told in its own, so that a thousand devices are not told at once. */
const SLOTS = 20
const SLOT_MS = LIMITS.push_min_interval_ms / SLOTS
/** The union of watched devices is told to the gateway so long after it changed: a page opens with one message. */
const WATCH_DELAY_MS = 20

/** Who watches what, and the way from the gateway's messages to sockets. */
export type FanOut = {
  watch: (connection: Connection, devices: readonly { device_id: number; agent_path: string }[]) => void
  /** Forgets a socket that is gone. */
  leave: (connection: Connection) => void
  /** From now on moves of these commands go to this socket under its own `sn`. */
  expect: (connection: Connection, sn: number, control_ids: readonly number[]) => void
  /** To everybody who watches the device and still may. */
  tellWatchers: (device_id: number, agent_path: string, message: ServerMessage) => void
  close: () => void
}

export const createFanOut = ({ bus, clock }: Pick<World, 'bus' | 'clock'>): FanOut => {
  const watchers = new Map<number, Set<Connection>>()
  const askers = new Map<number, Asker[]>()
  const pending = new Map<number, Status>()
  let push_sn = 0
  let toldSlot = 0
  let calledOffFlush: (() => void) | null = null
  let calledOffWatch: (() => void) | null = null

  const tellWatchers = (device_id: number, agent_path: string, message: ServerMessage): void => {
    const audience = watchers.get(device_id)
    if (audience === undefined) return
    // Made once, shared by all: the same bytes go to every socket.
    const bytes = Buffer.from(JSON.stringify(message))
    for (const connection of audience)
      if (connection.caller !== null && isWithin(connection.caller.scope, agent_path)) sendBytes(connection, bytes)
  }

  const slotNow = (): number => Math.floor(clock.now() / SLOT_MS)

  const flush = (): void => {
    calledOffFlush = null
    const now = slotNow()
    const due = new Set<number>()
    // After a pause all slots are due once, none twice.
    for (let slot = Math.max(toldSlot + 1, now - SLOTS + 1); slot <= now; slot += 1) due.add(slot % SLOTS)
    toldSlot = now
    for (const [device_id, status] of pending) {
      if (!due.has(device_id % SLOTS)) continue
      pending.delete(device_id)
      push_sn += 1
      tellWatchers(device_id, status.agent_path, toPush(status, push_sn))
    }
    if (pending.size > 0) calledOffFlush = clock.after(SLOT_MS, flush)
  }

  const takeStatus = (status: Status): void => {
    if (!watchers.has(status.device_id)) return
    const before = pending.get(status.device_id)
    // Values of reports between two pushes are told together; each with its newest value.
    pending.set(
      status.device_id,
      before === undefined
        ? status
        : { ...status, at: status.at ?? before.at, attrs: { ...before.attrs, ...status.attrs } },
    )
    if (calledOffFlush === null) {
      toldSlot = Math.max(toldSlot, slotNow() - 1)
      calledOffFlush = clock.after(SLOT_MS, flush)
    }
  }

  const takeMove = (told: Extract<FromGateway, { kind: 'control_moved' }>): void => {
    const { control_id, mac, key, state, old_value, new_value, read_back, reason } = told
    const move = { control_id, mac, key, state, old_value, new_value, read_back, reason }
    for (const { connection, sn } of askers.get(control_id) ?? [])
      if (connection.caller !== null && isWithin(connection.caller.scope, told.agent_path))
        sendMessage(connection, { cmd: 'DeviceReportCommandAck', sn, ...move })
    if (isFinal(state)) askers.delete(control_id)
  }

  const tellWatched = (): void => {
    calledOffWatch = null
    bus.tell({ kind: 'watch', device_ids: [...watchers.keys()] })
  }
  const watchedChanged = (): void => {
    calledOffWatch ??= clock.after(WATCH_DELAY_MS, tellWatched)
  }

  const drop = (connection: Connection, device_id: number): void => {
    const audience = watchers.get(device_id)
    audience?.delete(connection)
    if (audience?.size !== 0) return
    watchers.delete(device_id)
    pending.delete(device_id)
    watchedChanged()
  }

  const watch: FanOut['watch'] = (connection, devices) => {
    const wanted = new Map(devices.map(({ device_id, agent_path }) => [device_id, agent_path]))
    for (const device_id of connection.watched.keys()) if (!wanted.has(device_id)) drop(connection, device_id)
    connection.watched = wanted
    for (const device_id of wanted.keys()) {
      const audience = watchers.get(device_id)
      if (audience === undefined) {
        watchers.set(device_id, new Set([connection]))
        watchedChanged()
      } else audience.add(connection)
    }
  }

  const deaf = bus.listen((message) => {
    if (message.kind === 'status') takeStatus(message)
    else if (message.kind === 'control_moved') takeMove(message)
    // A gateway that started anew knows nothing of who watches.
    else if (message.kind === 'ready') watchedChanged()
  })

  return {
    watch,
    leave: (connection) => {
      watch(connection, [])
      for (const [control_id, waiting] of askers) {
        const left = waiting.filter((asker) => asker.connection !== connection)
        if (left.length === 0) askers.delete(control_id)
        else if (left.length < waiting.length) askers.set(control_id, left)
      }
    },
    expect: (connection, sn, control_ids) => {
      const now_ms = clock.now()
      for (const [control_id, waiting] of askers)
        if (waiting.every((asker) => asker.expires_ms < now_ms)) askers.delete(control_id)
      // Twice its life: the last move may come late, but not for ever.
      const expires_ms = now_ms + 2 * LIMITS.command_expiry_ms
      for (const control_id of control_ids)
        askers.set(control_id, [...(askers.get(control_id) ?? []), { connection, sn, expires_ms }])
    },
    tellWatchers,
    close: () => {
      deaf()
      calledOffFlush?.()
      calledOffWatch?.()
    },
  }
}

const toPush = (status: Status, sn: number): ServerMessageOf<'PushDeviceAttrStatus'> => ({
  cmd: 'PushDeviceAttrStatus',
  sn,
  product_key: [status.product_key],
  mac: status.mac,
  at: status.at,
  online_status: status.online_status,
  bus_status: status.bus_status,
  rssi_dbm: status.rssi_dbm,
  alarm_keys: status.alarm_keys,
  attrs: status.attrs,
})
