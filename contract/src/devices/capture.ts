import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { DeviceId } from '../identifiers.ts'
import { LIMITS } from '../limits.ts'

const Time = z.iso.datetime()
const count = z.number().int()
const Mac = z.object({ mac: DeviceId })

/** `waiting`: nothing came back yet. `offline`: the module was not connected, so nothing was sent. */
const PING_RESULTS = ['waiting', 'answered', 'refused', 'offline', 'no_answer'] as const

export const Ping = z.object({
  ping_id: count,
  asked_time: Time,
  result: z.enum(PING_RESULTS),
  /** From the command to its answer, by the cloud's clock. */
  round_trip_ms: count.nullable(),
  /** Version of the poll plan in the module. */
  plan_version: count.nullable(),
})
export type Ping = z.infer<typeof Ping>

const CAPTURE_STATES = ['running', 'ended', 'full'] as const

/** A message between a module and the cloud. */
export const CapturedFrame = z.object({
  frame_no: count,
  time: Time,
  direction: z.enum(['up', 'down']),
  /** Last part of its topic (device protocol, section 2). */
  channel: z.string(),
  bytes: count,
  /** The payload of a binary channel; empty for the others. */
  hex: z.string(),
  /** The payload of a JSON channel; empty for the others. */
  text: z.string(),
})
export type CapturedFrame = z.infer<typeof CapturedFrame>

export const Capture = z.object({
  state: z.enum(CAPTURE_STATES),
  started_time: Time,
  /** When it ends, or ended. */
  ends_time: Time,
  frame_count: count,
  /** The newest first. */
  frames: z.array(CapturedFrame),
})
export type Capture = z.infer<typeof Capture>

const ping: Ping = {
  ping_id: 4,
  asked_time: '2026-11-21T09:15:10.000Z',
  result: 'answered',
  round_trip_ms: 212,
  plan_version: 7,
}
const capture: Capture = {
  state: 'running',
  started_time: '2026-11-21T09:15:00.000Z',
  ends_time: '2026-11-21T09:20:00.000Z',
  frame_count: 1,
  frames: [
    {
      frame_no: 1,
      time: '2026-11-21T09:15:04.000Z',
      direction: 'down',
      channel: 'cmd',
      bytes: 46,
      hex: '',
      text: '{"id":"l-1","op":"poll","per":5,"ttl":180}',
    },
  ],
}

/** Ping and restart of a module, and capture of its raw frames (product 3.12, header and tab 8). */
export const deviceCapture = endpoints({
  devicePing: {
    method: 'GET',
    path: '/device-inventory/ping',
    kind: 'read',
    of: 'device_capture',
    needs: 'device:diagnose',
    about: 'device',
    query: Mac,
    result: Ping.nullable(),
    fails: ['device_not_found'],
    says: 'The last ping of a module and its answer; null = it was never pinged.',
    example: ping,
  },
  pingDevice: {
    method: 'POST',
    path: '/device-inventory/ping',
    kind: 'change',
    of: 'device_capture',
    needs: 'device:diagnose',
    about: 'device',
    body: Mac,
    result: Ping,
    fails: ['device_not_found'],
    says: 'Sends the module a command that only has to be answered; `GET` of the same path says what came back.',
    example: { ...ping, result: 'waiting', round_trip_ms: null, plan_version: null },
  },
  restartModule: {
    method: 'POST',
    path: '/device-inventory/restart-module',
    kind: 'change',
    of: 'device',
    needs: 'device:control',
    about: 'device',
    body: Mac,
    /** False = the module is not connected: nothing was sent. */
    result: z.object({ sent: z.boolean() }),
    fails: ['device_not_found'],
    says: 'Has a module that is online restart: it is away for about a minute, and the unit behind it goes on running.',
    example: { sent: true },
  },
  deviceCapture: {
    method: 'GET',
    path: '/device-inventory/capture',
    kind: 'read',
    of: 'device_capture',
    needs: 'log:raw',
    about: 'device',
    query: Mac.extend({
      /** How many of the newest frames are answered. */
      frames: z.coerce.number<number>().int().min(1).max(LIMITS.capture_frames_max).default(100),
    }),
    result: Capture.nullable(),
    fails: ['device_not_found'],
    says: 'The last capture of a device with its newest frames; null = there was none.',
    example: capture,
  },
  startCapture: {
    method: 'POST',
    path: '/device-inventory/capture',
    kind: 'change',
    of: 'device_capture',
    needs: 'log:raw',
    about: 'device',
    body: Mac,
    result: Capture,
    fails: ['device_not_found', 'captures_full'],
    says: 'Keeps every message between a module and the cloud for five minutes; takes the place of the last capture.',
    example: { ...capture, frame_count: 0, frames: [] },
  },
  stopCapture: {
    method: 'POST',
    path: '/device-inventory/capture-stop',
    kind: 'change',
    of: 'device_capture',
    needs: 'log:raw',
    about: 'device',
    body: Mac,
    result: Capture.nullable(),
    fails: ['device_not_found'],
    says: 'Ends a capture before its time; its frames stay until the next one.',
    example: { ...capture, state: 'ended' },
  },
})
