import type { HistoryResult } from './packed-history.ts'
import { atLeast, atMost, type Verdict, verdictLines } from './verdicts.ts'

/** Targets of W2 and W3 (issue 3). Cold reads and reads under ingest are not measured here. */
export const TARGETS = { bytes_a_value: 0.25, month_p99_ms: 15, year_p99_ms: 100, times_the_peer: 50 } as const

/** The run held against its targets, by its medians. */
export const historyVerdicts = ({ bytes_a_value, questions }: HistoryResult): Verdict[] => {
  const [month, year] = questions
  return [
    atMost('bytes a value, index included', bytes_a_value.product, TARGETS.bytes_a_value),
    atMost(`${month?.name}: p99 in ms`, month?.product_p99_ms.median ?? 0, TARGETS.month_p99_ms),
    atMost(`${year?.name}: p99 in ms`, year?.product_p99_ms.median ?? 0, TARGETS.year_p99_ms),
    atLeast(
      `${month?.name}: the row-per-value table's time over ours`,
      month?.times_the_peer.median ?? 0,
      TARGETS.times_the_peer,
    ),
  ]
}

/** The run as a person reads it. */
export const historyReport = (result: HistoryResult): string => {
  const { machine, load, units, days, reports, packed_in_s, bytes_a_value, questions } = result
  const verdicts = historyVerdicts(result)
  return [
    `${machine.cpu}, ${machine.cores} cores; Node ${machine.node}, PostgreSQL ${machine.postgres}; load ${load.before} -> ${load.after}`,
    `${units} units x ${days} days: ${reports} reports, packed in ${packed_in_s} s`,
    `bytes a value: ${bytes_a_value.product.toFixed(3)}; a row a value: ${bytes_a_value.peer.toFixed(1)}`,
    ...questions.map(
      ({ name, product_p50_ms, product_p99_ms, peer_p50_ms, times_the_peer }) =>
        `${name}: p50 ${product_p50_ms.median} ms (${product_p50_ms.min}..${product_p50_ms.max}), p99 ${product_p99_ms.median} ms; a row a value ${peer_p50_ms.median} ms, ${times_the_peer.median} times`,
    ),
    ...verdictLines(verdicts),
  ].join('\n')
}
