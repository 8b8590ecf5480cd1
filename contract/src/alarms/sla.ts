import type { Alarm } from './alarm.ts'

/** Where an alarm stands with the time within which it is to be processed. `soon`: little of it is left. */
export const SLA_STATES = ['none', 'running', 'soon', 'overdue', 'met', 'missed'] as const
export type SlaState = (typeof SLA_STATES)[number]

/** So much of the time is left when it is `soon`. */
const SOON_SHARE = 0.25

/**
 * The state, and the time that is left (ms; negative = over). The clock stops when somebody processes the alarm, or when what was
 * wrong is over; an alarm that comes back goes on with the time it had.
 */
export const slaOf = (
  {
    first_time,
    due_time,
    handled_time,
    recovered_time,
  }: Pick<Alarm, 'first_time' | 'due_time' | 'handled_time' | 'recovered_time'>,
  now_ms: number,
): { state: SlaState; left_ms: number } => {
  if (due_time === null) return { state: 'none', left_ms: 0 }
  const due_ms = Date.parse(due_time)
  const stopped = handled_time ?? recovered_time
  if (stopped !== null) {
    const left_ms = due_ms - Date.parse(stopped)
    return { state: left_ms >= 0 ? 'met' : 'missed', left_ms }
  }
  const left_ms = due_ms - now_ms
  if (left_ms < 0) return { state: 'overdue', left_ms }
  return { state: left_ms < SOON_SHARE * (due_ms - Date.parse(first_time)) ? 'soon' : 'running', left_ms }
}
