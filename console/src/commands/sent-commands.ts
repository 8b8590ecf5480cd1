import type { ServerMessageOf } from '@heatfleet/contract/push.ts'
import { type ControlState, isFinal } from '@heatfleet/contract/transitions.ts'

/** One point of a command sent from this screen, and its state. */
export type SentPoint = {
  sn: number
  key: string
  old_value: number | null
  new_value: number
  read_back: number | null
  state: ControlState | 'refused'
  reason: string | null
  sent_at: number
  /** Why it was set; a new command for the same has the same reason. */
  change_reason: string
}

type CommandAck = Pick<
  ServerMessageOf<'DeviceReportCommandAck'>,
  'sn' | 'key' | 'state' | 'read_back' | 'reason' | 'old_value'
>

/** States in ascending order; a late message never moves a point back. */
const RANK: Readonly<Record<ControlState, number>> = {
  queued: 0,
  sent: 1,
  acked: 2,
  verified: 3,
  mismatch: 3,
  failed: 3,
  expired: 3,
}

/** Adds a command after it was sent; newest first. */
export const withCommand = (
  sent: readonly SentPoint[],
  sn: number,
  points: readonly { key: string; value: number; old_value: number | null }[],
  sent_at: number,
  change_reason = '',
): readonly SentPoint[] => [
  ...points.map(({ key, value, old_value }) => ({
    sn,
    key,
    old_value,
    new_value: value,
    read_back: null,
    state: 'queued' as const,
    reason: null,
    sent_at,
    change_reason,
  })),
  ...sent,
]

/** Updates the point an acknowledgement is about; those of other accounts' commands change nothing. */
export const withAck = (sent: readonly SentPoint[], ack: CommandAck): readonly SentPoint[] =>
  sent.map((point) => {
    if (point.sn !== ack.sn || point.key !== ack.key || isSettled(point)) return point
    if (point.state !== 'refused' && RANK[ack.state] < RANK[point.state]) return point
    return {
      ...point,
      state: ack.state,
      read_back: ack.read_back,
      reason: ack.reason,
      old_value: ack.old_value ?? point.old_value,
    }
  })

/** Marks all points of a refused command; only `culprit`, the point at fault if any, gets the reason. */
export const withRefusal = (
  sent: readonly SentPoint[],
  sn: number,
  reason: string,
  failed_key?: string,
): readonly SentPoint[] =>
  sent.map((point) =>
    point.sn === sn && !isSettled(point)
      ? { ...point, state: 'refused', reason: failed_key === undefined || failed_key === point.key ? reason : null }
      : point,
  )

/**
 * Expires points without an acknowledgement for longer than the server's own timeout: the connection was lost
 * meanwhile.
 */
export const withExpiry = (sent: readonly SentPoint[], now: number, limit_ms: number): readonly SentPoint[] =>
  sent.some((point) => !isSettled(point) && now - point.sent_at > limit_ms)
    ? sent.map((point) =>
        !isSettled(point) && now - point.sent_at > limit_ms
          ? { ...point, state: 'expired', reason: 'no_answer' }
          : point,
      )
    : sent

/** True when the state is final. */
export const isSettled = (point: SentPoint): boolean => point.state === 'refused' || isFinal(point.state)

/** Anything but success can be retried. */
export const mayRetry = (point: SentPoint): boolean => isSettled(point) && point.state !== 'verified'

/** Undo needs a known old value and a possible change on the device. */
export const mayUndo = (point: SentPoint): boolean =>
  point.old_value !== null &&
  point.old_value !== point.new_value &&
  (point.state === 'verified' || point.state === 'mismatch' || point.state === 'acked')
