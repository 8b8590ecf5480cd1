import type { ServerMessageOf } from '@heatfleet/contract/push.ts'
import { type ControlState, isFinal } from '@heatfleet/contract/transitions.ts'

/** One point of a command this page has sent, and where it stands. */
export type SentPoint = {
  sn: number
  key: string
  old_value: number | null
  new_value: number
  read_back: number | null
  state: ControlState | 'refused'
  reason: string | null
  sent_at: number
}

type CommandAck = Pick<
  ServerMessageOf<'DeviceReportCommandAck'>,
  'sn' | 'key' | 'state' | 'read_back' | 'reason' | 'old_value'
>

/** Order in which states can only rise; a late message never takes one back. */
const RANK: Readonly<Record<ControlState, number>> = {
  queued: 0,
  sent: 1,
  acked: 2,
  verified: 3,
  mismatch: 3,
  failed: 3,
  expired: 3,
}

/** Adds a command that has just been handed to the socket; the newest stands first. */
export const withCommand = (
  sent: readonly SentPoint[],
  sn: number,
  points: readonly { key: string; value: number; old_value: number | null }[],
  sent_at: number,
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
  })),
  ...sent,
]

/** Moves the point a message is about; messages about other people's commands change nothing. */
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

/** A refusal concerns the whole command; `culprit` = the point it is about, where there is one: the others carry no reason. */
export const withRefusal = (
  sent: readonly SentPoint[],
  sn: number,
  reason: string,
  culprit?: string,
): readonly SentPoint[] =>
  sent.map((point) =>
    point.sn === sn && !isSettled(point)
      ? { ...point, state: 'refused', reason: culprit === undefined || culprit === point.key ? reason : null }
      : point,
  )

/** Points that heard nothing for longer than the server itself would wait: the connection was lost meanwhile. */
export const withExpiry = (sent: readonly SentPoint[], now: number, limit_ms: number): readonly SentPoint[] =>
  sent.some((point) => !isSettled(point) && now - point.sent_at > limit_ms)
    ? sent.map((point) =>
        !isSettled(point) && now - point.sent_at > limit_ms
          ? { ...point, state: 'expired', reason: 'no_answer' }
          : point,
      )
    : sent

/** True when nothing can change any more. */
export const isSettled = (point: SentPoint): boolean => point.state === 'refused' || isFinal(point.state)

/** Sending the same again makes sense after anything but success. */
export const mayRetry = (point: SentPoint): boolean => isSettled(point) && point.state !== 'verified'

/** Undo needs a known old value and something that may have changed on the unit. */
export const mayUndo = (point: SentPoint): boolean =>
  point.old_value !== null &&
  point.old_value !== point.new_value &&
  (point.state === 'verified' || point.state === 'mismatch' || point.state === 'acked')
