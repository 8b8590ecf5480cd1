import type { Capture, deviceCapture, Ping } from '@heatfleet/contract/devices/capture.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { AppContext } from '../../app-context.ts'
import type { Caller } from '../../caller.ts'
import type { Handlers } from '../../handler.ts'
import {
  type CaptureRow,
  endCapture,
  findCapture,
  findDeviceId,
  findOnline,
  findPing,
  insertCapture,
  insertPing,
  type PingRow,
} from './store.ts'

/** The gateway may be restarting: a ping without an end is over after this. */
const PING_LOST_MS = LIMITS.ping_ms + 5_000
const KEPT_MS = LIMITS.capture_kept_days * 86_400_000
const FRAMES_SHOWN = 100
const BINARY = new Set(['blk', 'otaq', 'otac'])

/** Ping and restart of a module, and capture of its raw frames: rows that the gateway fills. */
export const deviceCaptureHandlers = ({
  database: { db },
  clock,
  bus,
}: Pick<AppContext, 'database' | 'clock' | 'bus'>) => {
  const readDevice = async (caller: Caller, mac: string): Promise<number> => {
    const device_id = await findDeviceId(db, caller.scope, mac)
    if (device_id === null) throw new Refusal('device_not_found', { field: 'mac' })
    return device_id
  }
  const readCapture = async (device_id: number, frames: number) => {
    const row = await findCapture(db, device_id, frames)
    return row === null ? null : toCapture(row, clock.now())
  }
  const readPing = async (device_id: number) => {
    const row = await findPing(db, device_id)
    return row === undefined ? null : toPing(row, clock.now())
  }
  return {
    devicePing: async ({ query: { mac } }, { caller }) => readPing(await readDevice(caller, mac)),

    pingDevice: async ({ body: { mac } }, { caller, note }) => {
      note({ object: `device ${mac}` })
      const device_id = await readDevice(caller, mac)
      await insertPing(db, device_id, new Date(clock.now()))
      bus.publish({ kind: 'ping_requested', device_id })
      const ping = await readPing(device_id)
      if (ping === null) throw new Error(`the ping of ${mac} is gone`)
      return ping
    },

    restartModule: async ({ body: { mac } }, { caller, note }) => {
      note({ object: `device ${mac}` })
      const is_online = await findOnline(db, caller.scope, mac)
      if (is_online === null) throw new Refusal('device_not_found', { field: 'mac' })
      if (!is_online) return { sent: false }
      const now_ms = clock.now()
      const exp_s = Math.ceil((now_ms + LIMITS.ping_ms) / 1000)
      bus.publish({ kind: 'restart_requested', mac, id: `b-${now_ms}`, exp_s })
      return { sent: true }
    },

    deviceCapture: async ({ query: { mac, frames } }, { caller }) => readCapture(await readDevice(caller, mac), frames),

    startCapture: async ({ body: { mac } }, { caller, note }) => {
      note({ object: `device ${mac}` })
      const device_id = await readDevice(caller, mac)
      const now = clock.now()
      const is_begun = await insertCapture(db, {
        device_id,
        at: new Date(now),
        ends_at: new Date(now + LIMITS.capture_ms),
        kept_since: new Date(now - KEPT_MS),
        by_uid: caller.uid,
        running_max: LIMITS.captures_running_max,
      })
      if (!is_begun) throw new Refusal('captures_full')
      bus.publish({ kind: 'capture_changed', device_id })
      const capture = await readCapture(device_id, FRAMES_SHOWN)
      if (capture === null) throw new Error(`the capture of ${mac} is gone`)
      return capture
    },

    stopCapture: async ({ body: { mac } }, { caller, note }) => {
      note({ object: `device ${mac}` })
      const device_id = await readDevice(caller, mac)
      await endCapture(db, device_id, new Date(clock.now()))
      bus.publish({ kind: 'capture_changed', device_id })
      return readCapture(device_id, FRAMES_SHOWN)
    },
  } satisfies Pick<Handlers, keyof typeof deviceCapture>
}

const toPing = ({ asked_at, result, ...row }: PingRow, now_ms: number): Ping => ({
  ...row,
  asked_time: asked_at.toISOString(),
  result: result ?? (now_ms - asked_at.getTime() > PING_LOST_MS ? 'no_answer' : 'waiting'),
})

const toCapture = ({ started_at, ends_at, stopped_at, frame_count, frames }: CaptureRow, now_ms: number): Capture => {
  const is_full = frame_count >= LIMITS.capture_frames_max
  const state = is_full ? 'full' : stopped_at === null && ends_at.getTime() > now_ms ? 'running' : 'ended'
  return {
    state,
    started_time: started_at.toISOString(),
    ends_time: (stopped_at ?? ends_at).toISOString(),
    frame_count,
    frames: frames.map(({ frame_no, at, direction, channel, payload }) => ({
      frame_no,
      time: at.toISOString(),
      direction,
      channel,
      bytes: payload.length,
      hex: BINARY.has(channel) ? payload.toString('hex') : '',
      text: BINARY.has(channel) ? '' : payload.toString('utf8'),
    })),
  }
}
