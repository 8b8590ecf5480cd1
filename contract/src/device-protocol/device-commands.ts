import { z } from 'zod'
import { BusSettings, MessageId } from './device-messages.ts'

/** JSON messages the cloud sends: poll plan and commands (device-protocol 3). */

const u16 = z.int().min(0).max(0xffff)
const slave = z.int().min(1).max(247)
const queryCommand = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
const unixS = z.int().min(0).max(0xffff_ffff)
const flag = z.union([z.literal(0), z.literal(1)])
const deadBand = z.tuple([u16, z.int().min(1).max(0xffff)])

/** Blocks of one plan: boards that answer registers one by one need many; a plan of so many still fits the 8 KiB of a message. */
export const POLL_BLOCKS_MAX = 100

/**
 * One read of the poll plan: n = name, a slave, f function, s start, q quantity (registers; bits for f 1, 2), per =
 * period in s, db = dead-bands [address, raw change] whose leaving triggers an early report.
 */
export const PollBlock = z.object({
  n: z.string().min(1).max(8),
  a: slave,
  f: queryCommand,
  s: u16,
  q: z.int().min(1).max(2000),
  per: z.int().min(1).max(86_400),
  db: z.array(deadBand).max(64).optional(),
})
export type PollBlock = z.infer<typeof PollBlock>

/**
 * `dn/cfg`: the poll plan. rep = report period in s, fast = period of the live view in s, to = bus time-out in ms,
 * gap = pause between reads in ms.
 */
export const PollPlan = z.object({
  id: MessageId,
  ver: z.int().min(0),
  rep: z.int().min(1).max(86_400),
  fast: z.int().min(1).max(3600),
  to: z.int().min(50).max(10_000),
  retry: z.int().min(0).max(10),
  gap: z.int().min(0).max(5000),
  bus: BusSettings.optional(),
  blk: z.array(PollBlock).max(POLL_BLOCKS_MAX),
  exp: unixS.optional(),
})
export type PollPlan = z.infer<typeof PollPlan>

/** One guess of the recognition: these bus settings, this read. */
export const RecognitionProbe = z.object({
  baud: BusSettings.shape.baud,
  fmt: BusSettings.shape.fmt,
  a: slave,
  f: queryCommand,
  s: u16,
  q: z.int().min(1).max(125),
})
export type RecognitionProbe = z.infer<typeof RecognitionProbe>

const every = { id: MessageId, exp: unixS }
const read = z.object({
  ...every,
  op: z.literal('read'),
  a: slave,
  f: queryCommand,
  s: u16,
  q: z.int().min(1).max(2000),
})
const write = z.object({
  ...every,
  op: z.literal('write'),
  a: slave,
  f: z.union([z.literal(5), z.literal(6), z.literal(15), z.literal(16)]),
  s: u16,
  v: z.array(u16).min(1).max(123),
  rb: flag.optional(),
})
const wbit = z.object({
  ...every,
  op: z.literal('wbit'),
  a: slave,
  s: u16,
  bit: z.int().min(0).max(15),
  v: flag,
  coil: u16.optional(),
})
const recog = z.object({
  ...every,
  op: z.literal('recog'),
  tmo: z.int().min(1).max(60),
  try: z.array(RecognitionProbe).min(1).max(32),
})

/**
 * `dn/cmd`, by `op`; exp = unix s after which the module must not run it. write: v raw words, of coils (f 5, 15) 0 or 1 each,
 * rb 1 = read back into the ack: registers by function 3, coils by function 1, one number each. wbit: bit of register s, written through the coil at address `coil` where the board has one, else by
 * read-modify-write. raw: an RTU frame in hex (service role). poll: report every `per` s for `ttl` s (live view).
 * recog: try these until one answers, within `tmo` s. setpk: take this product key and plan. setkey: keep this secret (hex)
 * and log in with it from now on; the answer to a log-in by the product's secret. log: the last n lines.
 */
export const Command = z.discriminatedUnion('op', [
  read,
  write,
  wbit,
  z.object({ ...every, op: z.literal('raw'), hex: z.string().regex(/^(?:[0-9a-f]{2}){4,256}$/) }),
  z.object({ ...every, op: z.literal('poll'), per: z.int().min(1).max(3600), ttl: z.int().min(0).max(3600) }),
  recog,
  z.object({ ...every, op: z.literal('setpk'), pk: z.string().min(1).max(64), plan: PollPlan }),
  z.object({ ...every, op: z.literal('setkey'), key: z.string().regex(/^[0-9a-f]{64}$/) }),
  z.object({ ...every, op: z.literal('log'), n: z.int().min(1).max(50) }),
  z.object({ ...every, op: z.enum(['cfgget', 'reboot', 'reset']) }),
])
export type Command = z.infer<typeof Command>
