import type { AckMessage } from '@heatfleet/contract/device-protocol/device-messages.ts'
import { type ControlState, isFinal } from '@heatfleet/contract/transitions.ts'
import type { GatewayMetrics } from '../../ingest/gateway-metrics.ts'
import { createRetry } from '../../ingest/retry-policy.ts'
import type { GatewayBus } from '../../platform/bus.ts'
import type { DeviceTransport } from '../../transports/device-transport.ts'
import { controlIdOf } from './dispatch-rules.ts'
import { createCommandRun, type Lane, type RunDeps } from './run-command.ts'
import { type ControlRow, listControls, listOpenControls, type MoveFacts, moveControl } from './store-dispatch.ts'

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

type Deps = RunDeps & {
  transport: Pick<DeviceTransport, 'publish' | 'isListening'>
  bus: Pick<GatewayBus, 'publish'>
  metrics: Pick<GatewayMetrics, 'controls'>
}

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
      if (is_here || lane.active?.rows.some(({ control_id }) => control_id === row.control_id) === true) continue
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
        await run.begin(lane, row)
      }
    }
  }

  const run = createCommandRun(deps, { move, isExpired, inTurn, advance, withRetry })

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
      if (lane === undefined || !active || controlIdOf(ack.id) !== active.rows[0].control_id) return false
      await inTurn(lane, () => run.takeAck(lane, active, ack))
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
