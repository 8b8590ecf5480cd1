import { REPORT_TYPE, type Report } from '@heatfleet/contract/device-protocol/report.ts'

/**
 * What tells reports of one device and one time apart: sequence number, and whether it answers a read (those count by
 * themselves). A replay is the same report as the first sending of it. Two with the same are one, stored once as every
 * read sees it.
 */
export const identityOf = ({ seq, type }: Pick<Report, 'seq' | 'type'>): number =>
  type === REPORT_TYPE.reply ? seq + 0x1_0000 : seq

/** The reports without repeats, the first of each kept; they stand in the order of their time. */
export const withoutRepeats = <One extends { at_ms: number; identity: number }>(reports: readonly One[]): One[] => {
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
