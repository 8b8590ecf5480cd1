import type { ExportResult } from './large-export.ts'
import { atLeast, atMost, type Verdict, verdictLines } from './verdicts.ts'

/** Targets of W6 (issue 3). */
export const TARGETS = { share_of_psql: 0.6, grown_mb: 100, first_byte_ms: 300, worse: 1.1, reports: 2_000 } as const

/** The run held against its targets, by its medians. */
export const exportVerdicts = ({ figures: f, puback }: ExportResult): Verdict[] => {
  const { alone, meanwhile } = puback
  // Of the middle turn: in all turns together one that something else disturbed would decide.
  const worse = f.puback_p99_meanwhile_ms.median / f.puback_p99_alone_ms.median
  return [
    atLeast("CSV: psql's time over ours", f.share_of_psql.median, TARGETS.share_of_psql),
    atMost('memory of those who write the file and give it out, MB more', f.grown_mb.median, TARGETS.grown_mb),
    atMost('first byte in ms', f.csv_first_byte_ms.median, TARGETS.first_byte_ms),
    atMost('PUBACK p99 meanwhile over alone', worse, TARGETS.worse),
    // Of few reports the slowest hundredth is chance.
    atLeast('reports acknowledged meanwhile, and alone', Math.min(meanwhile.reports, alone.reports), TARGETS.reports),
  ]
}

/** The run as a person reads it. */
export const exportReport = (result: ExportResult): string => {
  const { machine, load, rows, points, csv_bytes, ingest, repeats, figures: f, puback } = result
  const verdicts = exportVerdicts(result)
  const of = ({ min, median, max }: { min: number; median: number; max: number }): string =>
    `${median} (${min}..${max})`
  return [
    `W6 export, ${result.date}, ${machine.commit}: ${rows} rows x ${points} points, ${Math.round(csv_bytes / 1e6)} MB of CSV; ${repeats} turns; medians (spread)`,
    `${machine.cpu}, ${machine.cores} cores; Node ${machine.node}, PostgreSQL ${machine.postgres}; load ${load.before} -> ${load.after}; ${ingest.rate} reports/s of ${ingest.sessions} modules meanwhile`,
    '',
    `CSV   ${of(f.csv_s)} s, ${of(f.csv_rows_a_second)} rows/s; first byte ${of(f.csv_first_byte_ms)} ms; memory + ${of(f.grown_mb)} MB`,
    `psql  ${of(f.psql_s)} s`,
    `XLSX  ${of(f.xlsx_s)} s, ${of(f.xlsx_rows_a_second)} rows/s; first byte ${of(f.xlsx_first_byte_ms)} ms`,
    `PUBACK p99 of a turn alone ${of(f.puback_p99_alone_ms)} ms, meanwhile ${of(f.puback_p99_meanwhile_ms)} ms, beside psql ${of(f.puback_p99_psql_ms)} ms`,
    `       of all turns alone ${puback.alone.p99_ms} ms of ${puback.alone.reports}, meanwhile ${puback.meanwhile.p99_ms} ms of ${puback.meanwhile.reports}, beside psql ${puback.psql.p99_ms} ms of ${puback.psql.reports} reports`,
    '',
    ...verdictLines(verdicts),
  ].join('\n')
}
