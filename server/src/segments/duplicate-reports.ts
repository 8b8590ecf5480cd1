import { REPORT_TYPE, type Report } from '@heatfleet/contract/device-protocol/report.ts'

/**
 * Identity of a report among those of one device and time: its sequence number, and whether it is a reply (replies have
 * their own sequence). A replay has the identity of the first transmission. Reports with equal identity are duplicates.
 */
export const identityOf = ({ seq, type }: Pick<Report, 'seq' | 'type'>): number =>
  type === REPORT_TYPE.reply ? seq + 0x1_0000 : seq

/** Drops duplicates, keeping the first of each; the input must be sorted by time. */
export const deduplicateReports = <One extends { at_ms: number; identity: number }>(reports: readonly One[]): One[] => {
  const kept: One[] = []
  const of_this_time = new Set<number>()
  let at_ms = Number.NaN
  for (const report of reports) {
    if (report.at_ms !== at_ms) of_this_time.clear()
    at_ms = report.at_ms
    if (of_this_time.has(report.identity)) continue
    of_this_time.add(report.identity)
    kept.push(report)
  }
  return kept
}
