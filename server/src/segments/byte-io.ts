/** A stored segment is corrupt or belongs to another row. */
export class SegmentCorruption extends Error {
  override readonly name = 'SegmentCorruption'
}

/** Writes numbers to a growing buffer. */
export type ByteWriter = {
  u8: (value: number) => void
  u16: (value: number) => void
  /** Unsigned below 2^32: seven bits a byte, lowest first. */
  varint: (value: number) => void
  bytes: (value: Uint8Array) => void
  /** View of everything written; the writer must not be used afterwards. */
  done: () => Uint8Array
}

export const createByteWriter = (): ByteWriter => {
  let buffer = new Uint8Array(256)
  let at = 0
  const reserve = (bytes: number): void => {
    if (at + bytes <= buffer.length) return
    const larger = new Uint8Array(Math.max(buffer.length * 2, at + bytes))
    larger.set(buffer.subarray(0, at))
    buffer = larger
  }
  const u8 = (value: number): void => {
    reserve(1)
    buffer[at] = value
    at += 1
  }
  return {
    u8,
    u16: (value) => {
      u8(value & 255)
      u8(value >>> 8)
    },
    varint: (value) => {
      let rest = value >>> 0
      while (rest >= 128) {
        u8((rest & 127) | 128)
        rest >>>= 7
      }
      u8(rest)
    },
    bytes: (value) => {
      reserve(value.length)
      buffer.set(value, at)
      at += value.length
    },
    done: () => buffer.subarray(0, at),
  }
}

/** Reads what a {@link ByteWriter} wrote; throws {@link SegmentCorruption} where it ends too soon. */
export type ByteReader = {
  source: Uint8Array
  view: DataView
  u8: () => number
  u16: () => number
  varint: () => number
  bytes: (count: number) => Uint8Array
  /** Skips bytes and returns their offset in the source, so that they can be read without a view. */
  skip: (count: number) => number
  /** Remaining bytes. */
  left: () => number
}

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength)

/** Reads the range [from, to) of a source; `view` = an existing view of the source. */
export const createByteReader = (
  source: Uint8Array,
  from = 0,
  to = source.length,
  view = viewOf(source),
): ByteReader => {
  let at = from
  const u8 = (): number => {
    const value = at < to ? source[at] : undefined
    if (value === undefined) throw new SegmentCorruption('ends too soon')
    at += 1
    return value
  }
  const skip = (count: number): number => {
    if (count > to - at) throw new SegmentCorruption('ends too soon')
    at += count
    return at - count
  }
  return {
    source,
    view,
    u8,
    u16: () => u8() | (u8() << 8),
    varint: () => {
      let value = 0
      for (let shift = 0; shift < 35; shift += 7) {
        const byte = u8()
        value += (byte & 127) * 2 ** shift
        if (byte < 128) {
          if (value > 0xffff_ffff) break
          return value
        }
      }
      throw new SegmentCorruption('number too long')
    },
    bytes: (count) => {
      const start = skip(count)
      return source.subarray(start, start + count)
    },
    skip,
    left: () => to - at,
  }
}
