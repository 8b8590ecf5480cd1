import { createHash } from 'node:crypto'
import { Refusal } from '@heatfleet/contract/errors.ts'

const PREFIX = 'data:image/png;base64,'
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Signature, then the first chunk: its length, its name, width and height. */
const HEAD_BYTES = 24
/** A whole image ends with an empty chunk of this name and its checksum. */
const END = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82])

/** How large a picture may be, and the field that names it. */
export type PngLimits = { field: string; bytes_max: number; side_px_max: number }

/**
 * The bytes of a picture. Refuses with `image_invalid` what is no whole PNG, or larger than the limits allow: the name a
 * sender gives a file proves nothing.
 */
export const readPng = (data_url: string, { field, bytes_max, side_px_max }: PngLimits): Buffer => {
  const isSide = (px: number): boolean => px >= 1 && px <= side_px_max
  const bytes = Buffer.from(data_url.slice(PREFIX.length), 'base64')
  const is_whole =
    data_url.startsWith(PREFIX) &&
    bytes.length > HEAD_BYTES + END.length &&
    bytes.length <= bytes_max &&
    bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE) &&
    bytes.toString('latin1', 12, 16) === 'IHDR' &&
    bytes.subarray(-END.length).equals(END)
  if (!is_whole || !isSide(bytes.readUInt32BE(16)) || !isSide(bytes.readUInt32BE(20)))
    throw new Refusal('image_invalid', {
      field,
      details: { kilobytes: bytes_max / 1024, pixels: side_px_max },
    })
  return bytes
}

/** A stored picture as a page can show it. */
export const toDataUrl = (bytes: Buffer): string => `${PREFIX}${bytes.toString('base64')}`

/** A picture in the audit trail: by its fingerprint. */
export const tellablePng = (bytes: Buffer | null): string | null =>
  bytes && `png ${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}`
