import type { JudgedReport } from './persist-reports.ts'

/** Many pieces as one value: a list of bytes would be sent as digits, in twice as many. */
export type Pieces = { bytes: Buffer; from: number[]; length: number[] }

/** Puts pieces one after another; `from` counts from 1, as SQL does. */
export const joinPieces = (pieces: readonly Uint8Array[]): Pieces => {
  const from: number[] = []
  let next = 1
  for (const { length } of pieces) {
    from.push(next)
    next += length
  }
  return { bytes: Buffer.concat(pieces, next - 1), from, length: pieces.map(({ length }) => length) }
}

/** A list of what needs no quotes (numbers, times, words of ours), as the database reads it; the driver would look at every character. */
export const listOf = (values: readonly (number | string | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`

/** Times as the database reads them. In a batch few are different: arrivals of one turn, seconds of the modules' clocks. */
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
 * The last state of a batch stands for all; reports that told nothing of the present left the state as it was. By device: two who store at
 * the same time must not wait for each other in a ring.
 */
const lastStates = (reports: readonly JudgedReport[]): JudgedReport[] => {
  const last = new Map<number, JudgedReport>()
  for (const judged of reports) if (judged.state !== judged.device.state) last.set(judged.device.device_id, judged)
  return [...last.values()].sort((a, b) => a.device.device_id - b.device.device_id)
}

/** Parameters of {@link upsertStates}. */
export const stateValues = (reports: readonly JudgedReport[]): unknown[] => {
  const rows = lastStates(reports)
  const blocks = joinPieces(rows.map(({ state }) => state.latest))
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

/** Writes the newest states, of which the older of two never takes the place of the newer; its parameters begin at `first`. */
export const upsertStates = (first: number): string => {
  const p = (place: number): string => `$${first + place}`
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
