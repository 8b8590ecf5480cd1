import { z } from 'zod'

/**
 * HPLink v1, the protocol between a module and the cloud: identity, channels and limits. Source: device-protocol.
 * Next to this file: device-topics (topic names, ACL), device-auth (log-in), report-frame and report-json (register
 * reports), device-messages and device-commands (JSON), ota-frame (binary firmware chunks).
 */

/** 15 digits, or 12 lower-case hexadecimal digits. */
export const DEVICE_ID = /^(?:\d{15}|[0-9a-f]{12})$/

/** Device id: IMEI (15 digits) of a 4G module or MAC (12 lower-case hex digits) of a WiFi module; also the client id. */
export const DeviceId = z.string().regex(DEVICE_ID)
export type DeviceId = z.infer<typeof DeviceId>

/** Whether a text has the form of a device id; the check digit of the IMEI is the server's business. */
export const isDeviceId = (text: string): boolean => DEVICE_ID.test(text)

type Channel = { payload: 'json' | 'binary'; qos: 0 | 1; retain: boolean }

/** What the module publishes: form of the payload, QoS (the higher one where two are allowed) and retain flag. */
export const UP_CHANNELS = {
  st: { payload: 'json', qos: 1, retain: true },
  reg: { payload: 'json', qos: 1, retain: false },
  blk: { payload: 'binary', qos: 1, retain: false },
  blkj: { payload: 'json', qos: 1, retain: false },
  evt: { payload: 'json', qos: 1, retain: false },
  ack: { payload: 'json', qos: 1, retain: false },
  ota: { payload: 'json', qos: 1, retain: false },
  otaq: { payload: 'binary', qos: 0, retain: false },
  time: { payload: 'json', qos: 0, retain: false },
} as const satisfies Record<string, Channel>
export type UpChannel = keyof typeof UP_CHANNELS

/** What the cloud publishes; never retained, for a stale command must not fire on reconnect. */
export const DOWN_CHANNELS = {
  cfg: { payload: 'json', qos: 1, retain: false },
  cmd: { payload: 'json', qos: 1, retain: false },
  ota: { payload: 'json', qos: 1, retain: false },
  otac: { payload: 'binary', qos: 0, retain: false },
  time: { payload: 'json', qos: 0, retain: false },
} as const satisfies Record<string, Channel>
export type DownChannel = keyof typeof DOWN_CHANNELS

/** Largest MQTT payload of either direction in bytes (device-protocol 1). */
export const MAX_PAYLOAD_BYTES = 8192
/** Keep-alive a module announces, by its network, in seconds. */
export const KEEP_ALIVE_S = { '4g': 60, wifi: 30 } as const
/** A report stamped further ahead of the server's clock is stored under its arrival time and flagged, in seconds. */
export const MAX_AHEAD_S = 300
/** A repeat of (did, seq, ts) within this time is the QoS 1 repeat of a report already stored, in seconds. */
export const DUPLICATE_WINDOW_S = 600
/** Words (coils: bits) that an acknowledgement reads back at most. */
export const READ_BACK_MAX = 125
/** A module remembers the answers of this many commands and answers a repeat from memory. */
export const REMEMBERED_COMMANDS = 16
/** Failed polls in a row, over all blocks, after which the module reports its bus as down. */
export const BUS_DOWN_AFTER_POLLS = 3
/** The least time between two early reports because a dead-band was left, in seconds. */
export const MIN_CHANGE_REPORT_S = 5
/** A module sets its clock when it is further off than this, in milliseconds. */
export const CLOCK_STEP_MS = 2000
