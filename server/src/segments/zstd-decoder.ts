import { constants, createZstdDecompress, type ZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Larger than any segment body: bounds the allocation when a length field is corrupt. */
const BODY_BYTES_MAX = 64 * 1024 * 1024

/**
 * Internals of Node's decoder that its synchronous call uses. Node creates a decoder per frame; its external memory is
 * freed by full garbage collections alone, one per fifteen months of history read. Hence one decoder is reused.
 */
type ZstdDecoder = ZstdDecompress & {
  _handle: { writeSync: (flush: number, ...input_output: [...ByteRange, ...ByteRange]) => void }
  /** Output bytes free, then input bytes not consumed. */
  _writeState: Uint32Array
}
type ByteRange = [bytes: Uint8Array, from: number, count: number]

/**
 * Decompresses a zstd frame with the reused decoder. A frame without a content size (none of ours), or a Node build with
 * other internals, falls back to Node's own call. Throws when the frame is invalid.
 */
export const decompressFrame = (frame: Uint8Array, output?: OutputBuffer): Buffer => {
  const bytes = contentBytesOf(frame)
  if (bytes === null || !isDecoderReusable()) return zstdDecompressSync(frame, { maxOutputLength: BODY_BYTES_MAX })
  if (bytes > BODY_BYTES_MAX) throw new Error('too long')
  const content = allocate(bytes, output)
  // An incomplete frame leaves the decoder in an undefined state: the second attempt uses a new decoder.
  if (decodeInto(content, frame) || decodeInto(content, frame)) return content
  throw new Error('not a whole frame')
}

/** Output buffer reused for every frame: the next frame overwrites the content. */
export type OutputBuffer = { memory: Buffer }

export const createOutputBuffer = (): OutputBuffer => ({ memory: Buffer.alloc(0) })

const allocate = (bytes: number, output: OutputBuffer | undefined): Buffer => {
  if (output === undefined) return Buffer.allocUnsafeSlow(bytes)
  if (output.memory.length < bytes) output.memory = Buffer.allocUnsafeSlow(bytes)
  return output.memory.subarray(0, bytes)
}

let decoder: ZstdDecoder | null = null

/** False when the frame is incomplete or its content does not fill the output exactly. */
const decodeInto = (output: Buffer, frame: Uint8Array): boolean => {
  decoder ??= createDecoder()
  const { _handle, _writeState } = decoder
  _handle.writeSync(constants.ZSTD_e_end, frame, 0, frame.length, output, 0, output.length)
  if (!decoder.destroyed && _writeState[0] === 0 && _writeState[1] === 0) return true
  decoder.destroy()
  decoder = null
  return false
}

const createDecoder = (): ZstdDecoder => {
  const created = createZstdDecompress() as ZstdDecoder
  // decodeInto detects errors by the decoder's state.
  created.on('error', () => {})
  return created
}

let is_reusable: boolean | null = null

/** Whether this Node build allows a decoder to be reused: probed once. */
export const isDecoderReusable = (): boolean => {
  is_reusable ??= probeDecoder()
  return is_reusable
}

const probeDecoder = (): boolean => {
  const content = Buffer.from('as it was written')
  try {
    const frame = zstdCompressSync(content)
    return [Buffer.alloc(content.length), Buffer.alloc(content.length)].every(
      (output) => decodeInto(output, frame) && output.equals(content),
    )
  } catch {
    return false
  }
}

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
