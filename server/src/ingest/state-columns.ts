import type { EvaluatedReport } from './persist-reports.ts'

/** Byte slices as one parameter: an array of bytea would be sent as hex text, twice the size. */
type ByteSlices = { bytes: Buffer; from: number[]; length: number[] }

/** Concatenates slices; `from` is 1-based, as in SQL. */
export const concatSlices = (pieces: readonly Uint8Array[]): ByteSlices => {
  const from: number[] = []
  let next = 1
  for (const { length } of pieces) {
    from.push(next)
    next += length
  }
  return { bytes: Buffer.concat(pieces, next - 1), from, length: pieces.map(({ length }) => length) }
}

/** An array literal of values that need no quotes (numbers, times, own identifiers); the driver would escape every character. */
export const listOf = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** Array literal of times. Few of a batch differ: arrivals of one turn, seconds of the modules' clocks. */
export const timesOf = (times_ms: readonly (number | null)[]): string => {
  const written = new Map<number, string>()
  const textOf = (at_ms: number): string => {
    const text = written.get(at_ms) ?? new Date(at_ms).toISOString()
    written.set(at_ms, text)
    return text
  }
  return listOf(times_ms.map((at_ms) => (at_ms === null ? null : textOf(at_ms))))
}

/**
 * The last state of each device in a batch; replays left the state unchanged. Sorted by device, so that two concurrent
 * writers cannot deadlock.
 */
const lastStates = (reports: readonly EvaluatedReport[]): EvaluatedReport[] => {
  const last = new Map<number, EvaluatedReport>()
  for (const report of reports) if (report.state !== report.device.state) last.set(report.device.device_id, report)
  return [...last.values()].sort((a, b) => a.device.device_id - b.device.device_id)
}

/** Parameters of {@link upsertStates}. */
export const stateValues = (reports: readonly EvaluatedReport[]): unknown[] => {
  const rows = lastStates(reports)
  const blocks = concatSlices(rows.map(({ state }) => state.latest))
  return [
    listOf(rows.map(({ device }) => device.device_id)),
    listOf(rows.map(({ state }) => state.bus_status)),
    listOf(rows.map(({ state }) => state.rssi_dbm)),
    timesOf(rows.map(({ state }) => state.last_report_ms)),
    timesOf(rows.map(({ uplink }) => uplink.arrived_ms)),
    listOf(rows.map(({ layout }) => layout.layout_id)),
    rows.map(({ state }) => state.alarm_keys.join(',')),
    listOf(rows.map(({ state }) => state.alarm_severity)),
    timesOf(rows.map(({ state }) => state.last_alarm_ms)),
    listOf(blocks.from),
    listOf(blocks.length),
    blocks.bytes,
    listOf(rows.map(({ state }) => state.flow_c)),
  ]
}

/** Upserts the newest states; an older one never replaces a newer one. Parameters begin at `first`. */
export const upsertStates = (first: number): string => {
  const p = (offset: number): string => `$${first + offset}`
  return `insert into device_status as s (device_id, bus_status, rssi_dbm, last_report_at, last_arrival_at, layout_id,
       latest_blocks, flow_c, alarm_keys, alarm_count, alarm_severity, last_alarm_at)
     select u.device_id, u.bus_status, u.rssi_dbm, u.last_report_at, u.last_arrival_at, u.layout_id,
       substring(${p(11)}::bytea from u.blocks_from for u.blocks_length), u.flow_c,
       string_to_array(u.alarm_keys, ','), coalesce(array_length(string_to_array(u.alarm_keys, ','), 1), 0),
       u.alarm_severity, u.last_alarm_at
     from unnest(${p(0)}::int[], ${p(1)}::text[], ${p(2)}::smallint[], ${p(3)}::timestamptz[], ${p(4)}::timestamptz[],
       ${p(5)}::int[], ${p(6)}::text[], ${p(7)}::text[], ${p(8)}::timestamptz[], ${p(9)}::int[], ${p(10)}::int[],
       ${p(12)}::float8[])
       u (device_id, bus_status, rssi_dbm, last_report_at, last_arrival_at, layout_id, alarm_keys, alarm_severity,
         last_alarm_at, blocks_from, blocks_length, flow_c)
     on conflict (device_id) do update set
       bus_status = excluded.bus_status, rssi_dbm = excluded.rssi_dbm, last_report_at = excluded.last_report_at,
       last_arrival_at = greatest(s.last_arrival_at, excluded.last_arrival_at), layout_id = excluded.layout_id,
       latest_blocks = excluded.latest_blocks, flow_c = excluded.flow_c, alarm_keys = excluded.alarm_keys,
       alarm_count = excluded.alarm_count, alarm_severity = excluded.alarm_severity, last_alarm_at = excluded.last_alarm_at
     where s.last_report_at is null or s.last_report_at <= excluded.last_report_at`
}
