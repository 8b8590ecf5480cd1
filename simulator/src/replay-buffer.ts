import type { Report } from '@heatfleet/contract/device-protocol/report.ts'

/** Reports a module keeps in flash while it cannot deliver them: a day at one a minute; the oldest is overwritten. */
export const FLASH_REPORTS = 1440

/** Reports waiting for their acknowledgement or for a connection. */
export type ReplayBuffer = { waiting: Report[]; pending: Map<number, Report>; overwritten: number }

/** An empty flash. */
export function createReplayBuffer(): ReplayBuffer {
  return { waiting: [], pending: new Map(), overwritten: 0 }
}

/** Keeps a report for later. */
export function keep(buffer: ReplayBuffer, report: Report): void {
  buffer.waiting.push(report)
  if (buffer.waiting.length <= FLASH_REPORTS) return
  buffer.waiting.shift()
  buffer.overwritten += 1
}

/** After a broken connection: what was sent but not acknowledged goes back to the waiting ones, oldest first. */
export function putBack(buffer: ReplayBuffer): void {
  const unacknowledged = [...buffer.pending.values()].sort((one, other) => one.ts - other.ts)
  buffer.pending.clear()
  buffer.waiting.unshift(...unacknowledged)
  const excess = buffer.waiting.length - FLASH_REPORTS
  if (excess > 0) buffer.overwritten += buffer.waiting.splice(0, excess).length
}

/** The same report as a replay: type 3, its own sequence number and time unchanged. */
export function asReplay(report: Report): Report {
  return { ...report, type: 3, flags: { ...report.flags, replay: true, cyclic: false, fast: false } }
}
