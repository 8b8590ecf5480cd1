import type { Command } from '@heatfleet/contract/device-protocol/device-commands.ts'
import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { buildPayload } from '@heatfleet/contract/device-protocol/json-payload.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type ControlState, isFinal } from '@heatfleet/contract/transitions.ts'
import { namedSlaves } from '@heatfleet/modbus/locate.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import { blocksOf } from '../../ingest/advance-state.ts'
import type { CachedDevice, DeviceCache } from '../../ingest/device-cache.ts'
import type { GatewayMetrics } from '../../ingest/gateway-metrics.ts'
import { createRetry } from '../../ingest/retry-policy.ts'
import type { GatewayBus } from '../../platform/bus.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import {
  commandId,
  controlIdOf,
  evaluateAck,
  frameOf,
  hexOfWords,
  type PlannedControl,
  planControl,
  readCommand,
  writeCommand,
} from './dispatch-rules.ts'
import {
  type ControlRow,
  countSend,
  listControls,
  listOpenControls,
  type MoveFacts,
  moveControl,
} from './store-dispatch.ts'

/** A command is published once, and retried once without an answer. */
const SENDS_MAX = 2

export type Dispatch = {
  /** Dispatches rows that the console queued. */
  queued: (control_ids: readonly number[]) => Promise<void>
  /** Resumes the open commands of the previous gateway. */
  resume: () => Promise<void>
  /** The module has subscribed: sends its queued commands. */
  wake: (mac: string) => void
  /** False = the acknowledgement matches no open command: late, repeated, or of another kind. */
  acknowledged: (mac: string, ack: AckMessage) => Promise<boolean>
  stop: () => void
}

type Deps = {
  pool: pg.Pool
  clock: Clock
  device_cache: Pick<DeviceCache, 'find' | 'findLayout'>
  transport: Pick<DeviceTransport, 'publish' | 'isListening'>
  bus: Pick<GatewayBus, 'publish'>
  metrics: Pick<GatewayMetrics, 'controls'>
  log: Logger
  /** Handles the words a module read back. Resolves when the device's state contains them. */
  onReadBack: (
    device: CachedDevice,
    planned: PlannedControl,
    words: readonly number[],
    ack: AckMessage,
  ) => Promise<void>
}
/** The active command of a device; the next waits, so that two read-modify-writes never overlap. */
type Active = { row: ControlRow; planned: PlannedControl; command: Command; stopTimer: () => void }
type Lane = { mac: string; waiting: ControlRow[]; active: Active | null; tail: Promise<void>; stopTimer: () => void }

/** The state machine of commands (contract/transitions.ts). Steps of one device run in sequence. */
export const createDispatch = (deps: Deps): Dispatch => {
  const { pool, clock, device_cache, transport, bus, metrics, log } = deps
  const lanes = new Map<string, Lane>()
  let last_read: Promise<void> = Promise.resolve()
  const withRetry = createRetry({
    clock,
    onWait: (error, tries) => tries === 0 && log.warn({ error }, 'commands wait for the database'),
  })

  const laneOf = (mac: string): Lane => {
    const lane = lanes.get(mac) ?? { mac, waiting: [], active: null, tail: Promise.resolve(), stopTimer: () => {} }
    lanes.set(mac, lane)
    return lane
  }
  const inTurn = (lane: Lane, step: () => Promise<void>): Promise<void> => {
    lane.tail = lane.tail
      .then(step)
      .catch((error: unknown) => log.error({ error, mac: lane.mac }, 'command step failed'))
    return lane.tail
  }
  const isExpired = (row: ControlRow): boolean => clock.now() >= row.expires_at.getTime()

  /** Changes the state and publishes it; false = the transition is no longer legal. */
  const move = async (row: ControlRow, to: ControlState, facts: Partial<MoveFacts> = {}): Promise<boolean> => {
    const moved = await withRetry(() =>
      moveControl(pool, row.control_id, to, { at_ms: clock.now(), is_final: isFinal(to), ...facts }),
    )
    if (moved === null) return false
    Object.assign(row, moved)
    metrics.controls.inc({ state: to })
    const device = await device_cache.find(row.mac)
    if (device !== null)
      bus.publish({
        kind: 'control_moved',
        control_id: row.control_id,
        device_id: row.device_id,
        mac: row.mac,
        agent_path: device.agent_path,
        key: row.point_key,
        state: row.state,
        old_value: row.old_value,
        new_value: row.new_value,
        read_back: row.read_back,
        reason: row.reason,
      })
    return true
  }

  const enqueue = (rows: readonly ControlRow[]): void => {
    for (const row of rows) {
      const lane = laneOf(row.mac)
      const is_here = lane.waiting.some(({ control_id }) => control_id === row.control_id)
      if (is_here || lane.active?.row.control_id === row.control_id) continue
      lane.waiting.push(row)
    }
    for (const mac of new Set(rows.map((row) => row.mac))) {
      const lane = laneOf(mac)
      void inTurn(lane, () => advance(lane))
    }
  }

  /** Reads in sequence: concurrent reads may complete in either order, which would reorder commands. */
  const inOrder = (read: () => Promise<ControlRow[]>): Promise<void> => {
    const reading = last_read.then(async () => enqueue(await withRetry(read)))
    last_read = reading.catch(() => {})
    return reading
  }

  /** Starts the next command of a device, if none is active and the module is connected. */
  const advance = async (lane: Lane): Promise<void> => {
    lane.stopTimer()
    while (lane.active === null) {
      const [row] = lane.waiting
      if (row === undefined) {
        lanes.delete(lane.mac)
        return
      }
      if (isExpired(row)) {
        await move(row, 'expired', { reason: row.state === 'queued' ? 'offline' : 'no_answer' })
        lane.waiting.shift()
      } else if (!transport.isListening(row.mac)) {
        lane.stopTimer = clock.after(
          row.expires_at.getTime() - clock.now(),
          () => void inTurn(lane, () => advance(lane)),
        )
        return
      } else {
        lane.waiting.shift()
        await begin(lane, row)
      }
    }
  }

  const begin = async (lane: Lane, row: ControlRow): Promise<void> => {
    const planned = await plan(row)
    if (typeof planned === 'string') {
      await move(row, 'failed', { reason: planned })
      return
    }
    const is_open =
      row.state === 'queued'
        ? await move(row, 'sent', { control_data: planned.control_data, frame: frameOf(planned) })
        : await sendAgain(row)
    if (!is_open) return
    send(lane, { row, planned, command: writeCommand(row.control_id, planned, expiryOf(row)), stopTimer: () => {} })
  }

  const sendAgain = async (row: ControlRow): Promise<boolean> => {
    const is_open = await withRetry(() => countSend(pool, row.control_id))
    if (is_open) row.sends += 1
    return is_open
  }

  const plan = async (row: ControlRow): Promise<PlannedControl | string> => {
    const device = await device_cache.find(row.mac)
    const layout = device === null ? null : await device_cache.findLayout(device)
    const point = layout?.points.get(row.point_key)
    if (device === null || layout === null || point === undefined) return 'unknown_point'
    const blocks = blocksOf(device.state.latest)
    const planned = planControl(
      point,
      row.new_value,
      blocks,
      layout.decoder.decode(blocks),
      namedSlaves(layout.points.values()),
    )
    return planned.ok ? planned.planned : planned.reason
  }

  const send = (lane: Lane, active: Active): void => {
    lane.active = active
    transport.publish(lane.mac, 'cmd', buildPayload(active.command))
    active.stopTimer = clock.after(LIMITS.command_timeout_ms, () => void inTurn(lane, () => noAnswer(lane, active)))
  }

  const noAnswer = async (lane: Lane, active: Active): Promise<void> => {
    if (lane.active !== active) return
    const { row } = active
    const may_send = row.sends < SENDS_MAX && !isExpired(row)
    if (may_send && (await sendAgain(row))) return send(lane, active)
    await finish(lane, active, 'failed', { reason: 'no_answer' })
  }

  const finish = async (lane: Lane, active: Active, to: ControlState, facts: Partial<MoveFacts>): Promise<void> => {
    active.stopTimer()
    await move(active.row, to, facts)
    lane.active = null
    await advance(lane)
  }

  const takeAck = async (lane: Lane, active: Active, ack: AckMessage): Promise<void> => {
    if (lane.active !== active) return
    const outcome = evaluateAck(active.planned, ack)
    if (outcome.kind === 'failed') return finish(lane, active, 'failed', { reason: outcome.reason })
    // Accepted but not finished: restarts the time-out.
    if (outcome.kind === 'accepted') return restart(lane, active, active.command)
    if (active.row.state !== 'acked') await move(active.row, 'acked')
    if (outcome.kind === 'read_back_missing') {
      const { row, planned } = active
      // One attempt: a module that answers a read without words will not have them later.
      if (ack.id !== commandId(row.control_id)) return finish(lane, active, 'failed', { reason: 'no_read_back' })
      return restart(lane, active, readCommand(row.control_id, planned, expiryOf(row)))
    }
    const device = await device_cache.find(lane.mac)
    // Before the next command is prepared, which may change another part of the same register.
    if (device !== null) await waitForReadBack(deps.onReadBack(device, active.planned, outcome.words, ack))
    await finish(lane, active, outcome.kind, {
      read_back: outcome.read_back,
      read_back_data: hexOfWords(outcome.words),
    })
  }

  /** A read-back that cannot be stored must not block the device's commands for ever. */
  const waitForReadBack = async (kept: Promise<void>): Promise<void> => {
    let stopTimer = (): void => {}
    const timeout = new Promise<void>((resolve) => {
      stopTimer = clock.after(LIMITS.command_timeout_ms, resolve)
    })
    await Promise.race([kept, timeout])
    stopTimer()
  }

  const restart = (lane: Lane, active: Active, command: Command): void => {
    active.stopTimer()
    if (command !== active.command) {
      send(lane, { ...active, command })
      return
    }
    active.stopTimer = clock.after(LIMITS.command_timeout_ms, () => void inTurn(lane, () => noAnswer(lane, active)))
  }

  return {
    queued: (control_ids) => inOrder(() => listControls(pool, control_ids)),
    resume: () => inOrder(() => listOpenControls(pool)),
    wake: (mac) => {
      const lane = lanes.get(mac)
      if (lane !== undefined) void inTurn(lane, () => advance(lane))
    },
    acknowledged: async (mac, ack) => {
      const lane = lanes.get(mac)
      const active = lane?.active
      if (lane === undefined || !active || controlIdOf(ack.id) !== active.row.control_id) return false
      await inTurn(lane, () => takeAck(lane, active, ack))
      return true
    },
    stop: () => {
      for (const lane of lanes.values()) {
        lane.stopTimer()
        lane.active?.stopTimer()
      }
      lanes.clear()
    },
  }
}

const expiryOf = (row: ControlRow): number => Math.ceil(row.expires_at.getTime() / 1000)
