import { z } from 'zod'
import { MessageId } from './device-messages.ts'

/** JSON messages of a firmware upgrade (device-protocol 5); the image itself goes in frames, see ota-frame. */

const u32 = z.int().min(0).max(0xffff_ffff)
const short = z.string().max(32)

/** What is upgraded: the communication module, or the main board behind it. */
export const FIRMWARE_MODULES = ['dtu', 'mcu'] as const
export type FirmwareModule = (typeof FIRMWARE_MODULES)[number]

/**
 * `dn/ota`: an image is there. ver and hw = what it is and for which hardware, min = the oldest version it may replace (empty =
 * any), crc32 and sha256 over the whole image, sig = Ed25519 over {@link signedText}, base64, chunk = bytes of one
 * request, exp = unix s after which the module must not begin.
 */
export const OtaAnnouncement = z.object({
  id: MessageId,
  job: u32,
  mod: z.enum(FIRMWARE_MODULES),
  ver: short.min(1),
  hw: short.min(1),
  min: short,
  size: z.int().min(1).max(0x7fff_ffff),
  crc32: z.string().regex(/^[0-9a-f]{8}$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  sig: z.base64().length(88),
  chunk: z.int().min(64).max(4096),
  exp: u32,
  /** The image may be fetched over HTTP too: a module that can says so when it accepts, and gets an {@link OtaLink}. */
  http: z.literal(1).optional(),
})
export type OtaAnnouncement = z.infer<typeof OtaAnnouncement>

/**
 * `dn/ota`: where the module that accepted with `http` fetches the image, by HTTP range. Of this module and this upgrade alone; it ends
 * with the download, with the upgrade, and at `until` (unix s).
 */
export const OtaLink = z.object({ id: MessageId, link: z.url({ protocol: /^https?$/ }).max(300), until: u32 })
export type OtaLink = z.infer<typeof OtaLink>

/**
 * What a signature is over: an image that is renamed to a newer version, or to other hardware, is as wrong as a changed one.
 */
export const signedText = ({
  mod,
  ver,
  hw,
  min,
  size,
  sha256,
}: Omit<OtaAnnouncement, 'id' | 'job' | 'sig' | 'crc32' | 'chunk' | 'exp' | 'http'>): string =>
  `heatfleet firmware 1\n${mod}\n${hw}\n${ver}\n${min}\n${size}\n${sha256}\n`

/** Why a module refuses an announcement: other hardware, too old to be upgraded to it, no newer version, busy, no room. */
const OTA_REFUSALS = ['hw', 'min', 'same', 'busy', 'low'] as const
export type OtaRefusal = (typeof OTA_REFUSALS)[number]

/** How a module says that an upgrade ended: well, broken off, or the image was wrong. */
export const OTA_RESULTS = { success: 0, communication_exception: 1, check_error: 2 } as const

const every = { id: MessageId }
/**
 * `up/ota`: accept (off = offset it goes on from, http = it wants a link), reject, dl (pct), verify, burn (it restarts after this), done (rc, see
 * {@link OTA_RESULTS}; from 100 on a detail of the module; why = its words).
 */
export const OtaMessage = z.discriminatedUnion('st', [
  z.object({ ...every, st: z.literal('accept'), off: u32, http: z.literal(1).optional() }),
  z.object({ ...every, st: z.literal('reject'), why: z.enum(OTA_REFUSALS) }),
  z.object({ ...every, st: z.literal('dl'), pct: z.int().min(0).max(100) }),
  z.object({ ...every, st: z.enum(['verify', 'burn']) }),
  z.object({ ...every, st: z.literal('done'), rc: z.int().min(0).max(199), why: short.optional() }),
])
export type OtaMessage = z.infer<typeof OtaMessage>

/** `o-107187`: the id of every message about an upgrade. */
export const otaIdOf = (job: number): string => `o-${job}`

/** The upgrade that an id is of; null = not one of ours. */
export const otaJobOf = (id: string): number | null => {
  const job = /^o-(\d{1,10})$/.exec(id)?.[1]
  return job === undefined ? null : Number(job)
}
