import type { Generated } from 'kysely'
import type { Time } from './column-types.ts'

/** Captures of raw frames, and pings of modules: migration 0084. */
export type CaptureTables = {
  device_captures: {
    device_id: number
    started_at: Time
    ends_at: Time
    stopped_at: Time | null
    by_uid: number | null
  }
  device_capture_frames: {
    device_id: number
    frame_no: number
    at: Time
    direction: 'up' | 'down'
    channel: string
    payload: Buffer
  }
  device_pings: {
    device_id: number
    ping_id: Generated<number>
    asked_at: Time
    ended_at: Time | null
    result: 'answered' | 'refused' | 'offline' | 'no_answer' | null
    round_trip_ms: number | null
    plan_version: number | null
  }
}
