import { LIMITS } from '@heatfleet/contract/limits.ts'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { Clock } from '../../platform/clock.ts'
import { type Frame, insertFrames, listRunningCaptures, type RunningCapture, stopFullCapture } from './store-gateway.ts'

/** Frames are stored together, so often. */
const FLUSH_MS = 1_000

export type FrameCapture = {
  /** A capture was begun or ended in the console. */
  changed: (device_id: number) => Promise<void>
  /** Resumes captures of the previous gateway. */
  resume: () => Promise<void>
  /** Every message of every module passes here: does nothing while no capture runs. */
  note: (did: string, direction: Frame['direction'], channel: string, payload: Uint8Array) => void
  stop: () => void
}

type Running = RunningCapture & { waiting: Frame[] }

/** Keeps what modules and the cloud say to each other while a capture runs, up to its limits. */
export const createFrameCapture = (deps: {
  pool: pg.Pool
  clock: Pick<Clock, 'now' | 'after'>
  log: Logger
}): FrameCapture => {
  const { pool, clock, log } = deps
  const running = new Map<string, Running>()
  let stopTimer: (() => void) | null = null

  const begin = (captures: readonly RunningCapture[]): void => {
    for (const capture of captures) running.set(capture.mac, { ...capture, waiting: [] })
  }
  const flush = async (): Promise<void> => {
    const now = clock.now()
    for (const capture of running.values()) {
      const frames = capture.waiting
      capture.waiting = []
      if (capture.ends_at.getTime() <= now || isFull(capture)) running.delete(capture.mac)
      if (frames.length > 0) await insertFrames(pool, capture, frames)
      if (isFull(capture)) await stopFullCapture(pool, capture.device_id, capture.started_at, new Date(now))
    }
  }
  /** Runs as long as something waits: frames of an ended capture are stored too. */
  const schedule = (): void => {
    stopTimer ??= clock.after(FLUSH_MS, () => {
      stopTimer = null
      flush()
        // Diagnosis only: what could not be stored is not tried again.
        .catch((error: unknown) => log.warn({ error }, 'captured frames could not be stored'))
        .finally(() => {
          if (running.size > 0) schedule()
        })
    })
  }

  return {
    changed: async (device_id) => {
      const captures = await listRunningCaptures(pool, device_id, new Date(clock.now()))
      await flush()
      for (const [mac, capture] of running) if (capture.device_id === device_id) running.delete(mac)
      begin(captures)
      if (running.size > 0) schedule()
    },
    resume: async () => {
      begin(await listRunningCaptures(pool, null, new Date(clock.now())))
      if (running.size > 0) schedule()
    },
    note: (did, direction, channel, payload) => {
      if (running.size === 0) return
      const capture = running.get(did)
      if (capture === undefined || isFull(capture) || capture.ends_at.getTime() <= clock.now()) return
      const kept = withoutSecret(channel, payload)
      capture.frames += 1
      capture.bytes += kept.length
      capture.waiting.push({ frame_no: capture.frames, at: new Date(clock.now()), direction, channel, payload: kept })
    },
    stop: () => stopTimer?.(),
  }
}

const isFull = ({ frames, bytes }: RunningCapture): boolean =>
  frames >= LIMITS.capture_frames_max || bytes >= LIMITS.capture_bytes_max

const SECRET = /"key"\s*:\s*"[^"]*"/g

/** A copy, because the bytes of a message are reused; `setkey` carries the module's secret, which nobody may read. */
const withoutSecret = (channel: string, payload: Uint8Array): Buffer => {
  const copy = Buffer.from(payload)
  if (channel !== 'cmd') return copy
  const text = copy.toString('utf8')
  return text.includes('"setkey"') ? Buffer.from(text.replaceAll(SECRET, '"key":"…"'), 'utf8') : copy
}
