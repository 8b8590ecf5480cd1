import type { HistoryResult } from './packed-history.ts'
import { atLeast, atMost, type Verdict, verdictLines } from './verdicts.ts'

/** Targets of W2 and W3 (issue 3). */
export const TARGETS = {
  bytes_a_value: 0.25,
  month_p99_ms: 15,
  cold_p99_ms: 60,
  year_p99_ms: 100,
  times_the_rows: 50,
  times_alone: 1.1,
} as const

/** The run held against its targets, by its medians. */
export const historyVerdicts = ({ bytes_a_value, questions, cold, under_ingest }: HistoryResult): Verdict[] => {
  const [month, year] = questions
  return [
    atMost('bytes a value, index included', bytes_a_value.product, TARGETS.bytes_a_value),
    atMost(`${month?.name}: p99 in ms`, month?.product_p99_ms.median ?? 0, TARGETS.month_p99_ms),
    ...(cold === null ? [] : [atMost(`${month?.name}, cold: p99 in ms`, cold.p99_ms, TARGETS.cold_p99_ms)]),
    atMost(`${year?.name}: p99 in ms`, year?.product_p99_ms.median ?? 0, TARGETS.year_p99_ms),
    atLeast(
      `${month?.name}: the row-per-value table's time over ours`,
      month?.times_the_rows.median ?? 0,
      TARGETS.times_the_rows,
    ),
    atMost(
      `${month?.name}: p99 while reports come in over p99 alone`,
      under_ingest.times_alone.median,
      TARGETS.times_alone,
    ),
  ]
}

/** The run as a person reads it. */
export const historyReport = (result: HistoryResult): string => {
  const {
    machine,
    load,
    units,
    days,
    reports,
    packed_in_s,
    bytes_a_value,
    cold,
    questions,
    under_ingest: under,
  } = result
  const verdicts = historyVerdicts(result)
  const bytes = bytes_a_value.peers.map(({ name, bytes: own }) => `${name} ${own.toFixed(2)}`)
  return [
    `${machine.cpu}, ${machine.cores} cores; Node ${machine.node}, PostgreSQL ${machine.postgres}; load ${load.before} -> ${load.after}`,
    `${units} units x ${days} days: ${reports} reports, packed in ${packed_in_s} s`,
    `bytes a value: ${bytes_a_value.product.toFixed(3)}; ${bytes.join(', ')}`,
    cold === null
      ? 'cold: not measured, the machine may not be told to forget its files'
      : `cold: p50 ${cold.p50_ms.toFixed(1)} ms, p99 ${cold.p99_ms.toFixed(1)} ms of ${cold.asks} units`,
    ...questions.map(
      ({ name, product_p50_ms, product_p99_ms, peers, times_the_rows }) =>
        `${name}: p50 ${product_p50_ms.median} ms (${product_p50_ms.min}..${product_p50_ms.max}), p99 ${product_p99_ms.median} ms; ${peers.map((peer) => `${peer.name} ${peer.p50_ms.median} ms`).join(', ')}; rows over ours ${times_the_rows.median}`,
    ),
    `while ${under.rate} reports a second come in (of ${under.most_rate}) from ${under.sessions} modules: p50 ${under.meanwhile_p50_ms.median} ms (alone ${under.alone_p50_ms.median}), p99 ${under.meanwhile_p99_ms.median} ms (alone ${under.alone_p99_ms.median}); the generator took ${under.generator_share} of a core`,
    ...verdictLines(verdicts),
  ].join('\n')
}
