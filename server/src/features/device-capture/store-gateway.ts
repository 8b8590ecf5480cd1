import type pg from 'pg'

/** What the gateway reads and writes of captures and pings. System work. */
type Sql = Pick<pg.Pool, 'query'>

export type RunningCapture = {
  device_id: number
  mac: string
  started_at: Date
  ends_at: Date
  frames: number
  bytes: number
}

/** Captures that run: that of one device, or all. */
export const listRunningCaptures = async (sql: Sql, device_id: number | null, now: Date): Promise<RunningCapture[]> => {
  const { rows } = await sql.query<RunningCapture>(
    `select c.device_id, d.mac, c.started_at, c.ends_at,
       (select coalesce(max(f.frame_no), 0) from device_capture_frames f where f.device_id = c.device_id) as frames,
       (select coalesce(sum(length(f.payload)), 0)::int from device_capture_frames f where f.device_id = c.device_id) as bytes
     from device_captures c join devices d using (device_id)
     where c.stopped_at is null and c.ends_at > $1 and ($2::int is null or c.device_id = $2)`,
    [now, device_id],
  )
  return rows
}

export type Frame = { frame_no: number; at: Date; direction: 'up' | 'down'; channel: string; payload: Buffer }

/** Stores frames of a capture, unless another one has taken its place. */
export const insertFrames = async (
  sql: Sql,
  { device_id, started_at }: Pick<RunningCapture, 'device_id' | 'started_at'>,
  frames: readonly Frame[],
): Promise<void> => {
  await sql.query(
    `insert into device_capture_frames (device_id, frame_no, at, direction, channel, payload)
     select c.device_id, f.frame_no, f.at, f.direction, f.channel, f.payload
     from device_captures c,
       unnest($3::int[], $4::timestamptz[], $5::text[], $6::text[], $7::bytea[]) f (frame_no, at, direction, channel, payload)
     where c.device_id = $1 and c.started_at = $2
     on conflict do nothing`,
    [
      device_id,
      started_at,
      frames.map(({ frame_no }) => frame_no),
      frames.map(({ at }) => at),
      frames.map(({ direction }) => direction),
      frames.map(({ channel }) => channel),
      frames.map(({ payload }) => payload),
    ],
  )
}

/** Ends a capture that is full. */
export const stopFullCapture = async (sql: Sql, device_id: number, started_at: Date, at: Date): Promise<void> => {
  await sql.query(
    `update device_captures set stopped_at = $3 where device_id = $1 and started_at = $2 and stopped_at is null`,
    [device_id, started_at, at],
  )
}

/** A ping that waits for its answer. */
export const findOpenPing = async (sql: Sql, device_id: number): Promise<{ ping_id: number; mac: string } | null> => {
  const { rows } = await sql.query<{ ping_id: number; mac: string }>(
    `select p.ping_id, d.mac from device_pings p join devices d using (device_id)
     where p.device_id = $1 and p.result is null`,
    [device_id],
  )
  return rows[0] ?? null
}

export type PingEnd = {
  result: 'answered' | 'refused' | 'offline' | 'no_answer'
  round_trip_ms: number | null
  plan_version: number | null
}

export const endPing = async (sql: Sql, ping_id: number, at: Date, end: PingEnd): Promise<void> => {
  await sql.query(
    `update device_pings set ended_at = $2, result = $3, round_trip_ms = $4, plan_version = $5
     where ping_id = $1 and result is null`,
    [ping_id, at, end.result, end.round_trip_ms, end.plan_version],
  )
}
