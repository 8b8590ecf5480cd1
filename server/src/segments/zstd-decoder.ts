import { zstdDecompressSync } from 'node:zlib'

/** Larger than any segment body: bounds the allocation when a length field is corrupt. */
const BODY_BYTES_MAX = 64 * 1024 * 1024
/** Node's least output buffer. */
const OUTPUT_BYTES_MIN = 64

/**
 * Decompresses one zstd frame, by Node's public call alone. With the frame's content size its output is one buffer of that size; a frame
 * without one (none of ours) is put together of pieces. Throws when the frame is invalid or not the only one.
 */
export const decompressFrame = (frame: Uint8Array): Buffer => {
  const bytes = contentBytesOf(frame)
  if (bytes === null) return zstdDecompressSync(frame, { maxOutputLength: BODY_BYTES_MAX })
  if (bytes > BODY_BYTES_MAX) throw new Error('too long')
  const { buffer: content, engine } = zstdDecompressSync(frame, {
    maxOutputLength: Math.max(1, bytes),
    chunkSize: Math.max(OUTPUT_BYTES_MIN, bytes + 1),
    info: true,
  }) as unknown as WithInfo
  // Bytes behind the frame are no error to Node.
  if (content.length !== bytes || engine.bytesWritten !== frame.length) throw new Error('not a whole frame')
  return content
}

/** What the option `info` gives, which the types of Node leave out; `bytesWritten` = how much of the input was consumed. */
type WithInfo = { buffer: Buffer; engine: { bytesWritten: number } }

const MAGIC = 0xfd2fb528
/** Sizes of the dictionary id and content size fields by their header flags (RFC 8878, 3.1.1.1). */
const DICTIONARY_BYTES = [0, 1, 2, 4]
const LENGTH_BYTES = [0, 2, 4, 8]

/** Content size from the frame header; null = absent, or an 8-byte size (larger than any body). */
const contentBytesOf = (frame: Uint8Array): number | null => {
  const view = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
  if (view.length < 18 || view.readUInt32LE() !== MAGIC) return null
  const descriptor = view.readUInt8(4)
  const is_single = (descriptor & 32) !== 0
  const length_bytes = LENGTH_BYTES[descriptor >> 6] || (is_single ? 1 : 0)
  const at = 5 + (is_single ? 0 : 1) + (DICTIONARY_BYTES[descriptor & 3] ?? 0)
  if (length_bytes === 1) return view.readUInt8(at)
  if (length_bytes === 2) return view.readUInt16LE(at) + 256
  return length_bytes === 4 ? view.readUInt32LE(at) : null
}
