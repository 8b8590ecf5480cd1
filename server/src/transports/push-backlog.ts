import type { Duplex } from 'node:stream'

/** Frames are kept end to end in blocks of this length, bytes. */
const BLOCK_BYTES = 16_384

/**
 * Writes frames to a console's connection. What its network does not take is copied into blocks of its own: a frame is a slice of
 * memory that frames of other consoles share, all of which a single one that waits would keep.
 */
export const createBacklog = (stream: Pick<Duplex, 'write' | 'writableLength'>) => {
  let blocks: Buffer[] = []
  /** Bytes of the last block that are taken. */
  let used = 0
  let bytes = 0
  let is_waiting = false
  let is_closed = false

  const keep = (frame: Buffer): void => {
    bytes += frame.length
    const last = blocks.at(-1)
    if (last !== undefined && used + frame.length <= last.length) {
      frame.copy(last, used)
      used += frame.length
      return
    }
    // The rest of the block before is never read.
    if (last !== undefined) blocks[blocks.length - 1] = last.subarray(0, used)
    const block = Buffer.allocUnsafeSlow(Math.max(BLOCK_BYTES, frame.length))
    frame.copy(block)
    blocks.push(block)
    used = frame.length
  }
  /** Called when the network took what was written: what waited since then follows. */
  const flush = (error?: Error | null): void => {
    is_waiting = false
    const last = error == null && !is_closed ? blocks.pop() : undefined
    if (last === undefined) return
    is_waiting = true
    for (const block of blocks) stream.write(block)
    stream.write(last.subarray(0, used), flush)
    blocks = []
    bytes = 0
  }
  return {
    /** Writes whole frames in the order of the calls. */
    write: (frame: Buffer): void => {
      if (is_closed) return
      if (is_waiting) keep(frame)
      else if (stream.writableLength === 0) stream.write(frame)
      else {
        keep(frame)
        flush()
      }
    },
    /** Bytes that wait beside those that the connection holds. */
    bytes: (): number => bytes,
    /** Drops what waits; nothing is written any more. */
    close: (): void => {
      is_closed = true
      blocks = []
      bytes = 0
    },
  }
}
