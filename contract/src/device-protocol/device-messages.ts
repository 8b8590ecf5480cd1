import { z } from 'zod'
import { DeviceId, READ_BACK_MAX } from './device-protocol.ts'

/**
 * JSON messages a module sends, and the clock exchange (device-protocol 2 and 3). Every text and list is bounded;
 * unknown fields are dropped, so that newer modules still talk.
 */

const u8 = z.int().min(0).max(0xff)
const u16 = z.int().min(0).max(0xffff)
const short = z.string().max(32)
const unixS = z.int().min(0).max(0xffff_ffff)
const epochMs = z.int().min(0)
const count = z.int().min(0)
const hexWord = z.string().regex(/^[0-9a-f]{4}$/)

/** Id of a command, plan or event, unique per device: `c-42`, `p-7`, `e-9`. */
export const MessageId = z.string().min(1).max(40)

/** RS-485 settings: baud, character format, slave address. */
export const BusSettings = z.object({
  baud: z.int().min(300).max(1_000_000),
  fmt: z.enum(['8N1', '8N2', '8E1', '8O1']),
  addr: z.int().min(1).max(247),
})
export type BusSettings = z.infer<typeof BusSettings>

/** `up/st`, retained and the last will: on line (boot = boots counted, ts unix s), or off line and why. */
export const StateMessage = z.discriminatedUnion('on', [
  z.object({ on: z.literal(1), boot: count.optional(), ts: unixS.optional() }),
  z.object({ on: z.literal(0), why: z.enum(['lwt', 'bye']) }),
])
export type StateMessage = z.infer<typeof StateMessage>

/** The last will a module leaves with the broker. */
export const LAST_WILL = { on: 0, why: 'lwt' } as const satisfies StateMessage

/**
 * `up/reg` after every connect: the module's identity. The server validates IMEI, ICCID and MAC;
 * here they are only bounded. gen 1 = generic module (recognition allowed), dpk = default product key set by the user,
 * plan = version of its poll plan, why = reason of the last start.
 */
export const Registration = z.object({
  v: z.literal(1),
  did: DeviceId,
  net: z.enum(['4g', 'wifi']),
  mac: short.optional(),
  imei: short.optional(),
  iccid: short.optional(),
  hw: short,
  fw: short,
  mcu: z.object({ sw: short, hw: short }).optional(),
  rssi: z.int().min(-128).max(127).optional(),
  csq: u8.optional(),
  op: short.optional(),
  ip: z.string().max(45).optional(),
  gen: z.union([z.literal(0), z.literal(1)]).optional(),
  dpk: z.string().max(64).optional(),
  bus: BusSettings.optional(),
  boot: count.optional(),
  why: z.enum(['por', 'wdt', 'ota', 'net']).optional(),
  plan: count.optional(),
  ts: unixS.optional(),
})
export type Registration = z.infer<typeof Registration>

const detailValue = z.union([z.string().max(256), z.number(), z.boolean(), z.null()])
const detail = z
  .record(short, z.union([detailValue, z.array(detailValue).max(32)]))
  .refine((fields) => Object.keys(fields).length <= 32)

/** `up/evt`: something happened. `485` reports that the bus went down (3 failed polls over all blocks) or is up again. */
export const EventMessage = z.discriminatedUnion('k', [
  z.object({ id: MessageId, ts: unixS, k: z.literal('485'), d: z.object({ st: z.enum(['down', 'up']) }) }),
  z.object({ id: MessageId, ts: unixS, k: z.enum(['fault', 'recog', 'boot', 'local']), d: detail.default({}) }),
])
export type EventMessage = z.infer<typeof EventMessage>

/** How a command ended; `acc` = accepted, the end follows. */
const ACK_STATES = ['acc', 'ok', 'exc', 'timeout', 'crc', 'range', 'busy', 'expired', 'unsup', 'denied'] as const

/**
 * `up/ack`: answer to a command or a poll plan, by its id. ec = Modbus exception, rb = raw words read or read back (coils one number each, those beyond the first 125 left out),
 * ms = time taken; of a recognition i = index of the probe that answered with its bus settings, raw = words as hex;
 * log = the requested lines; ver = version of the plan in use.
 */
export const AckMessage = z.object({
  id: MessageId,
  st: z.enum(ACK_STATES),
  ec: u8.optional(),
  rb: z.array(u16).max(READ_BACK_MAX).optional(),
  ms: count.optional(),
  ts: unixS.optional(),
  i: z.int().min(0).max(31).optional(),
  baud: BusSettings.shape.baud.optional(),
  fmt: BusSettings.shape.fmt.optional(),
  a: u8.optional(),
  raw: z.array(hexWord).max(125).optional(),
  log: z.array(z.string().max(256)).max(50).optional(),
  ver: count.optional(),
})
export type AckMessage = z.infer<typeof AckMessage>

/** `up/time`: the module requests the time; t0 = its own clock in ms. */
export const TimeRequest = z.object({ t0: epochMs })
export type TimeRequest = z.infer<typeof TimeRequest>

/** `dn/time`: t0 as in the request, t1 = received, t2 = answered, ms by the cloud's clock. */
export const TimeAnswer = z.object({ t0: epochMs, t1: epochMs, t2: epochMs })
export type TimeAnswer = z.infer<typeof TimeAnswer>

/** How far the module's clock is behind the cloud's, in ms; t3 = arrival of the answer by the module's clock. */
export const clockOffsetMs = ({ t0, t1, t2 }: TimeAnswer, t3: number): number => (t1 - t0 + (t2 - t3)) / 2
