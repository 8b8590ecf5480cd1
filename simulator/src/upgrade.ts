import { createHash, createPublicKey, verify } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type DecodedOtaChunk, OTA_WINDOW, type OtaRequest } from '@heatfleet/contract/device-protocol/ota-frame.ts'
import {
  type OtaAnnouncement,
  type OtaMessage,
  type OtaRefusal,
  signedText,
} from '@heatfleet/contract/device-protocol/ota-messages.ts'
import { compareVersions, isReportedVersion } from '@heatfleet/contract/version-number.ts'
import type { Random } from './random.ts'

/** A piece that does not come is requested again after this, so often. */
export const CHUNK_TIMEOUT_MS = 10_000
export const CHUNK_TRIES = 5
/** Writing the other slot and starting from it. */
export const BURN_MS = 2_000

/** What the module is: its present versions, the key it holds, and the room in its flash. */
export type UpgradeSite = {
  hw: string
  fw: string
  mcu: { sw: string; hw: string } | null
  /** PEM; null = made before images were signed: it accepts none. */
  public_key: string | null
  flash_bytes: number
  /** Its modem fetches files over HTTP. */
  has_http: boolean
}

/** A fault that is planted for the next upgrade. `bad_image`: it starts, and falls back to the old slot. */
export type UpgradeFault =
  | { kind: 'cut'; at_byte: number }
  | { kind: 'power_loss'; at_byte: number }
  | { kind: 'reboot'; at_byte: number }
  | { kind: 'full_flash'; at_byte: number }
  | { kind: 'wrong_signature' }
  | { kind: 'silent' }
  | { kind: 'bit_flip'; at_byte: number }
  | { kind: 'bad_image' }
  | { kind: 'lies' }

/** Of twenty units one has a fault on its next upgrade, another one for each kind; the same unit always the same. */
export const drawUpgradeFault = (random: Random): UpgradeFault | null => {
  if (random.next() > 0.05) return null
  const at_byte = Math.floor(random.between(1, 200_000))
  const kinds: UpgradeFault[] = [
    { kind: 'cut', at_byte },
    { kind: 'power_loss', at_byte },
    { kind: 'reboot', at_byte },
    { kind: 'full_flash', at_byte },
    { kind: 'wrong_signature' },
    { kind: 'silent' },
    { kind: 'bit_flip', at_byte },
    { kind: 'bad_image' },
    { kind: 'lies' },
  ]
  return kinds[Math.floor(random.next() * kinds.length)] ?? null
}

/**
 * Share of the modules that lose their board with this image, 0 to 1: for showing a bad firmware, an image may begin with
 * the text `simulated bus-loss=0.1`.
 */
export const busLossOf = (image: Uint8Array): number => {
  const share = /^simulated bus-loss=(0(?:\.\d+)?|1)\b/.exec(
    new TextDecoder('latin1').decode(image.subarray(0, 64)),
  )?.[1]
  return share === undefined ? 0 : Number(share)
}

/** The download of one image; it outlives a lost connection and a restart, as its parts are in flash. */
export type Download = {
  announcement: OtaAnnouncement
  image: Uint8Array
  /** Bytes that are there without a gap. */
  have: number
  /** Requests under way: when each was sent, and how often. */
  open: Map<number, { at_ms: number; tries: number }>
  pieces: Map<number, Uint8Array>
  told_pct: number
}

/** Why an announcement is refused; null = it is taken. */
export const refusalOf = (site: UpgradeSite, announced: OtaAnnouncement): OtaRefusal | null => {
  const of_board = announced.mod === 'mcu'
  const hardware = of_board ? site.mcu?.hw : site.hw
  const present = of_board ? site.mcu?.sw : site.fw
  if (present === undefined || hardware !== announced.hw) return 'hw'
  if (isReportedVersion(present)) {
    if (compareVersions(announced.ver, present) <= 0) return 'same'
    if (announced.min !== '' && compareVersions(present, announced.min) < 0) return 'min'
  }
  return announced.size > site.flash_bytes ? 'low' : null
}

/** A download at its first byte. */
export const beginDownload = (announcement: OtaAnnouncement): Download => ({
  announcement,
  image: new Uint8Array(announcement.size),
  have: 0,
  open: new Map(),
  pieces: new Map(),
  told_pct: 0,
})

/** Requests that may be sent now: new ones up to the window, and those whose time is over; null = it has no tries left. */
export const dueRequests = (download: Download, now_ms: number): OtaRequest[] | null => {
  const { announcement, open } = download
  const { job, size, chunk } = announcement
  const due: OtaRequest[] = []
  for (const [offset, asked] of open) {
    if (now_ms - asked.at_ms < CHUNK_TIMEOUT_MS) continue
    if (asked.tries >= CHUNK_TRIES) return null
    open.set(offset, { at_ms: now_ms, tries: asked.tries + 1 })
    due.push({ job, offset, length: Math.min(chunk, size - offset) })
  }
  for (let offset = download.have; offset < size && open.size < OTA_WINDOW; offset += chunk) {
    if (open.has(offset) || download.pieces.has(offset)) continue
    open.set(offset, { at_ms: now_ms, tries: 1 })
    due.push({ job, offset, length: Math.min(chunk, size - offset) })
  }
  return due
}

/** Takes a piece; one that nobody asked for, of another job or damaged is ignored, and comes again. True = the image is complete. */
export const takeChunk = (download: Download, decoded: DecodedOtaChunk): boolean => {
  if (!decoded.ok || decoded.chunk.job !== download.announcement.job) return false
  const { offset, data, status } = decoded.chunk
  const { size, chunk } = download.announcement
  if (!download.open.has(offset) || status !== 0 || data.length !== Math.min(chunk, size - offset)) return false
  download.open.delete(offset)
  download.pieces.set(offset, data)
  for (let next = download.pieces.get(download.have); next !== undefined; next = download.pieces.get(download.have)) {
    download.image.set(next, download.have)
    download.pieces.delete(download.have)
    download.have += next.length
  }
  return download.have === size
}

/** Takes bytes that came over HTTP; they go on where the download is. True = the image is complete. */
export const takeBytes = (download: Download, bytes: Uint8Array): boolean => {
  const { size } = download.announcement
  const taken = bytes.subarray(0, size - download.have)
  download.image.set(taken, download.have)
  download.have += taken.length
  return download.have === size
}

/** What a complete image is worth: the sums, then the signature over what it was announced as. Null = it is good. */
export const imageErrorOf = (
  { announcement, image }: Pick<Download, 'announcement' | 'image'>,
  public_key: string | null,
): Extract<OtaMessage, { st: 'done' }>['why'] | null => {
  const { crc32: crc, sha256, sig } = announcement
  if (crc32(image).toString(16).padStart(8, '0') !== crc) return 'crc'
  if (createHash('sha256').update(image).digest('hex') !== sha256) return 'sha'
  if (public_key === null) return 'sig'
  const is_signed = verify(
    null,
    Buffer.from(signedText(announcement)),
    createPublicKey(public_key),
    Buffer.from(sig, 'base64'),
  )
  return is_signed ? null : 'sig'
}
