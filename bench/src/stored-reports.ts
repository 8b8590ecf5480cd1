import type pg from 'pg'
import { ALARM_KEY, type MeasuredFrames } from './measured-frames.ts'

/** What became of the reports; all but `acknowledged` should be nought. */
export type StoredVerdict = {
  acknowledged: number
  /** Acknowledged and not there, or with another byte. */
  lost: number
  /** There and never sent, or there twice. */
  invented: number
  /** Units whose newest values or alarms are not those of their last report. */
  wrong_present: number
}

/** Units looked at with one question. */
const UNITS_A_LOOK = 500

/** Looks for every report: unit `u` was acknowledged its reports 0 to `acknowledged[u] - 1`, a second apart, and sent no other. */
export const compareStored = async (
  client: pg.Client,
  device_ids: readonly number[],
  acknowledged: readonly number[],
  from_s: number,
  frames: MeasuredFrames,
): Promise<StoredVerdict> => {
  const verdict: StoredVerdict = { acknowledged: 0, lost: 0, invented: 0, wrong_present: 0 }
  const hashes = new Map<string, string>()
  const hashOf = (unit: number, n: number): string => {
    const frame = frames.frameOf(unit, n).toString('latin1')
    const kept = hashes.get(frame) ?? frames.hashOf(unit, n)
    hashes.set(frame, kept)
    return kept
  }
  for (let first = 0; first < device_ids.length; first += UNITS_A_LOOK) {
    const ids = device_ids.slice(first, first + UNITS_A_LOOK)
    const { rows } = await client.query<{ device_id: number; n: number; hash: string }>(
      `select device_id, (extract(epoch from at) - $2)::int as n, md5(raw) as hash from report_hot where device_id = any($1)`,
      [ids, from_s],
    )
    const found = new Map(ids.map((id) => [id, new Map<number, string>()]))
    for (const { device_id, n, hash } of rows) {
      const of_unit = found.get(device_id)
      if (of_unit?.has(n)) verdict.invented += 1
      of_unit?.set(n, hash)
    }
    for (const [at, id] of ids.entries()) {
      const unit = first + at
      const count = acknowledged[unit] ?? 0
      verdict.acknowledged += count
      let there = 0
      for (let n = 0; n < count; n += 1) if (found.get(id)?.get(n) === hashOf(unit, n)) there += 1
      verdict.lost += count - there
      verdict.invented += (found.get(id)?.size ?? 0) - there
    }
  }
  const { rows: states } = await client.query<{ last_s: number; alarm: boolean }>(
    `select extract(epoch from s.last_report_at)::int as last_s, $2 = any(s.alarm_keys) as alarm
     from unnest($1::int[]) with ordinality u (device_id, place) join device_status s using (device_id) order by place`,
    [device_ids, ALARM_KEY],
  )
  for (const unit of device_ids.keys()) {
    const last = (acknowledged[unit] ?? 0) - 1
    const state = states[unit]
    if (state?.last_s !== from_s + last || state.alarm !== frames.hasAlarm(unit, last)) verdict.wrong_present += 1
  }
  return verdict
}
