import { inflateSync } from 'node:zlib'

const SIGNATURE_BYTES = 8
/** Samples of a pixel by the colour type of PNG. */
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

/**
 * A logo that can be drawn: a PNG of eight bits, not interlaced, with all of its pixels. Null for others: stored pictures are
 * checked by their frame only, and a broken one would end the drawing process.
 */
export const printableLogo = (bytes: Buffer | null): Buffer | null =>
  bytes !== null && isPrintable(bytes) ? bytes : null

const isPrintable = (bytes: Buffer): boolean => {
  const data: Buffer[] = []
  let row_bytes = 0
  let height = 0
  let has_palette = false
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const name = bytes.toString('latin1', at + 4, at + 8)
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    if (chunk.length < length) return false
    if (name === 'IHDR') {
      const samples = SAMPLES[chunk[9] ?? -1]
      if (length !== 13 || samples === undefined || chunk[8] !== 8 || chunk[12] !== 0) return false
      row_bytes = 1 + chunk.readUInt32BE(0) * samples
      height = chunk.readUInt32BE(4)
      has_palette = chunk[9] !== 3
    } else if (name === 'PLTE') has_palette = true
    else if (name === 'IDAT') data.push(chunk)
    at += 12 + length
  }
  const pixel_bytes = row_bytes * height
  return has_palette && pixel_bytes > 0 && inflatedBytes(Buffer.concat(data), pixel_bytes) === pixel_bytes
}

/** Zero where the data are no zlib stream, or hold more than the limit. */
const inflatedBytes = (data: Buffer, limit: number): number => {
  try {
    return inflateSync(data, { maxOutputLength: limit }).length
  } catch {
    return 0
  }
}
