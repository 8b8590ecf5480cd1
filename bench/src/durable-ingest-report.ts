import type { IngestResult } from './durable-ingest.ts'
import { atLeast, atMost, type Verdict, verdictLines } from './verdicts.ts'

/** Targets of W1 (issue 3). */
export const TARGETS = {
  sessions: 10_000,
  share_of_peer: 1,
  share_of_copy: 0.5,
  puback_p99_ms: 50,
  http_p99_ms: 20,
} as const

/** The run held against its targets, by its medians. */
export const ingestVerdicts = ({ figures, sessions, stored }: IngestResult): Verdict[] => [
  atLeast('sessions', sessions, TARGETS.sessions),
  atMost("processor time of a report over Mosquitto's", figures.share_of_peer.median, TARGETS.share_of_peer),
  atLeast('reports a second over bare COPY', figures.share_of_copy.median, TARGETS.share_of_copy),
  atMost('PUBACK p99 in ms at 70 % of the highest rate', figures.paced_p99_ms.median, TARGETS.puback_p99_ms),
  atMost('device list p99 in ms meanwhile', figures.http_p99_ms.median, TARGETS.http_p99_ms),
  atMost('acknowledged reports lost', stored.lost, 0),
  atMost('reports invented', stored.invented, 0),
  atMost('units whose present is not their last report', stored.wrong_present, 0),
]

/** The run as a person reads it. */
export const ingestReport = (result: IngestResult): string => {
  const { machine, load, figures: f, sessions, registers, peer, durability, stored, seconds, repeats } = result
  const verdicts = ingestVerdicts(result)
  const of = ({ min, median, max }: { min: number; median: number; max: number }): string =>
    `${median} (${min}..${max})`
  return [
    `W1 durable ingest, ${result.date}, ${machine.commit}: ${sessions} sessions, ${registers} registers, QoS 1; ${repeats} turns of ${seconds} s; medians (spread)`,
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gb} GB; Node ${machine.node}, PostgreSQL ${machine.postgres}, ${peer}; load ${load.before} -> ${load.after}`,
    `${result.is_pinned ? 'what is measured on one core, modules on the other' : 'not pinned to cores'}; fsync ${durability.fsync}, synchronous_commit ${durability.synchronous_commit}; modules came ${result.settled_s} s after the start`,
    '',
    `ours       ${of(f.rate)} reports/s, ${of(f.us_per_report)} us each, of these the database ${of(f.database_us)}; PUBACK p50 ${f.p50_ms.median}, p99 ${f.p99_ms.median} ms; modules used ${of(f.generator_share)} of their core`,
    `at 70 %    ${of(f.paced_rate)} reports/s, ${of(f.paced_us_per_report)} us each; PUBACK p50 ${of(f.paced_p50_ms)}, p99 ${of(f.paced_p99_ms)} ms; device list p50 ${of(f.http_p50_ms)}, p99 ${of(f.http_p99_ms)} ms; the modules themselves stood still for up to ${of(f.paced_own_stall_ms)} ms`,
    `Mosquitto  ${of(f.peer_rate)} reports/s to one sink, ${of(f.peer_us_per_report)} us each; modules and sink used ${of(f.peer_generator_share)} of their core`,
    `floor      ${of(f.floor_rate)} reports/s read and acknowledged by a process that does nothing else, ${of(f.floor_us_per_report)} us each; with what the database took of ours ${of(f.floor_share_of_peer)} times Mosquitto's`,
    `bare COPY  ${of(f.copy_rate)} rows/s, with the history's index ${of(f.indexed_copy_rate)}`,
    `stored     ${stored.acknowledged} acknowledged, ${stored.lost} lost, ${stored.invented} invented`,
    '',
    ...verdictLines(verdicts),
  ].join('\n')
}
