import { constants, createZstdDecompress, type ZstdDecompress, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** More than any body has: a damaged length must not ask for the memory of the machine. */
const BODY_BYTES_MAX = 64 * 1024 * 1024

/**
 * What Node's own synchronous call does with the engine it makes for each frame and throws away. What an engine holds lies
 * outside of the collector's memory, and goes with a full collection alone: one every fifteen months that were read.
 */
type Engine = ZstdDecompress & {
  _handle: { writeSync: (flush: number, ...fromTo: [...Piece, ...Piece]) => void }
  /** Bytes of room left, and of the frame. */
  _writeState: Uint32Array
}
/** Of these bytes from this one on so many. */
type Piece = [bytes: Uint8Array, from: number, count: number]

/**
 * What a zstd frame holds, by an engine that was used before. The frame tells how long that is, as all of ours do; by an engine of
 * its own where it does not, or where Node is built otherwise. Throws where it is none.
 */
export const inflate = (frame: Uint8Array, room?: InflateRoom): Buffer => {
  const bytes = contentBytesOf(frame)
  if (bytes === null || !isKept()) return zstdDecompressSync(frame, { maxOutputLength: BODY_BYTES_MAX })
  if (bytes > BODY_BYTES_MAX) throw new Error('too long')
  const content = roomFor(bytes, room)
  // An engine may have been left in the middle by a frame that was not whole: a new one has the last word.
  if (fill(content, frame) || fill(content, frame)) return content
  throw new Error('not a whole frame')
}

/** Memory for one content after the other; what stands in it is another one's with the next frame. */
export type InflateRoom = { memory: Buffer }

/** None yet. */
export const createInflateRoom = (): InflateRoom => ({ memory: Buffer.alloc(0) })

const roomFor = (bytes: number, room: InflateRoom | undefined): Buffer => {
  if (room === undefined) return Buffer.allocUnsafeSlow(bytes)
  if (room.memory.length < bytes) room.memory = Buffer.allocUnsafeSlow(bytes)
  return room.memory.subarray(0, bytes)
}

let engine: Engine | null = null

/** Whether the frame is whole, and has as much as there is room for. */
const fill = (room: Buffer, frame: Uint8Array): boolean => {
  engine ??= createEngine()
  const { _handle, _writeState } = engine
  _handle.writeSync(constants.ZSTD_e_end, frame, 0, frame.length, room, 0, room.length)
  if (!engine.destroyed && _writeState[0] === 0 && _writeState[1] === 0) return true
  engine.destroy()
  engine = null
  return false
}

const createEngine = (): Engine => {
  const made = createZstdDecompress() as Engine
  // Told by its state as well.
  made.on('error', () => {})
  return made
}

let is_kept: boolean | null = null

/** Whether this Node lets an engine be used again: tried once, with a frame whose content is known. */
export const isKept = (): boolean => {
  is_kept ??= tryEngine()
  return is_kept
}

const tryEngine = (): boolean => {
  const known = Buffer.from('as it was written')
  try {
    const frame = zstdCompressSync(known)
    return [Buffer.alloc(known.length), Buffer.alloc(known.length)].every(
      (room) => fill(room, frame) && room.equals(known),
    )
  } catch {
    return false
  }
}

const MAGIC = 0xfd2fb528
/** Bytes that tell a dictionary, and the length of the content, by the bits that announce them (RFC 8878, 3.1.1.1). */
const DICTIONARY_BYTES = [0, 1, 2, 4]
const LENGTH_BYTES = [0, 2, 4, 8]

/** How long a frame says its content is; null = it does not, or in numbers larger than any body. */
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
