import { LIMITS } from '@heatfleet/contract/limits.ts'
import { type ControlState, isFinal } from '@heatfleet/contract/transitions.ts'
import type { AppContext } from '../app-context.ts'
import { encodePush } from './push-message.ts'
import type { PushSocket } from './push-socket.ts'
import type { AcceptedControl, ControlMove, PushServices } from './services.ts'

type OpenControl = { socket: PushSocket; sn: number; product_key: string; state: ControlState; since_ms: number }

/** After this no state change can arrive any more; a lost one is read from the control log. */
const OVERDUE_MS = LIMITS.command_expiry_ms + LIMITS.command_timeout_ms

/** Which socket sent which command: each gets the state changes of its own commands under its own `sn`. */
export const createOpenControls = (
  { clock }: Pick<AppContext, 'clock'>,
  { listControlStates }: Pick<PushServices, 'listControlStates'>,
) => {
  const open = new Map<number, OpenControl>()

  const notify = ({ socket, sn, product_key }: OpenControl, move: ControlMove) => {
    const { mac, control_id, key, state, old_value, new_value, read_back, reason } = move
    if (socket.address_info === null) return
    socket.sendFrame(
      encodePush({
        cmd: 'DeviceReportCommandAck',
        sn,
        product_key: [product_key],
        mac,
        control_id,
        key,
        state,
        old_value,
        new_value,
        read_back,
        reason,
      })(socket),
    )
  }
  const move = (next: ControlMove): void => {
    const entry = open.get(next.control_id)
    if (entry === undefined || entry.state === next.state) return
    entry.state = next.state
    if (isFinal(next.state)) open.delete(next.control_id)
    notify(entry, next)
  }

  return {
    /** Registers the sender and reports that the command is queued. */
    begin: (
      socket: PushSocket,
      sn: number,
      { mac, product_key }: { mac: string; product_key: string },
      accepted: readonly AcceptedControl[],
    ): void => {
      for (const point of accepted) {
        const entry: OpenControl = { socket, sn, product_key, state: 'queued', since_ms: clock.now() }
        if (socket.isOpen()) open.set(point.control_id, entry)
        notify(entry, { ...point, mac, state: 'queued', read_back: null, reason: null })
      }
    },
    move,
    forget: (socket: PushSocket): void => {
      for (const [control_id, entry] of open) if (entry.socket === socket) open.delete(control_id)
    },
    /** Reads the state of commands without a final state change: the control log is the source of truth. */
    resolveOverdue: async (): Promise<void> => {
      const due_ms = clock.now() - OVERDUE_MS
      const overdue = [...open].filter(([, { since_ms }]) => since_ms < due_ms).map(([control_id]) => control_id)
      if (overdue.length === 0) return
      for (const stored of await listControlStates(overdue)) move(stored)
      for (const control_id of overdue) open.delete(control_id)
    },
    count: (): number => open.size,
  }
}
export type OpenControls = ReturnType<typeof createOpenControls>
