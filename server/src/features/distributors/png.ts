import { Refusal } from '@heatfleet/contract/errors.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'

const PREFIX = 'data:image/png;base64,'
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Signature, then the first chunk: its length, its name, width and height. */
const HEAD_BYTES = 24
/** A whole image ends with an empty chunk of this name and its checksum. */
const END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])

/**
 * The bytes of a logo. Refuses with `image_invalid` what is no whole PNG, or larger than the limits allow: the name a
 * sender gives a file proves nothing.
 */
export const readLogo = (data_url: string): Buffer => {
  const bytes = Buffer.from(data_url.slice(PREFIX.length), 'base64')
  const is_whole =
    data_url.startsWith(PREFIX) &&
    bytes.length > HEAD_BYTES + END.length &&
    bytes.length <= LIMITS.logo_bytes &&
    bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE) &&
    bytes.toString('latin1', 12, 16) === 'IHDR' &&
    bytes.subarray(-END.length).equals(END)
  if (!is_whole || !isSide(bytes.readUInt32BE(16)) || !isSide(bytes.readUInt32BE(20)))
    throw new Refusal('image_invalid', {
      field: 'logo',
      details: { kilobytes: LIMITS.logo_bytes / 1024, pixels: LIMITS.logo_px },
    })
  return bytes
}

/** A stored logo as a page can show it. */
export const toDataUrl = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`

const isSide = (px: number): boolean => px >= 1 && px <= LIMITS.logo_px
