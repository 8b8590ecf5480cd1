import { buffer } from 'node:stream/consumers'
import { constants, createZstdCompress, zstdCompressSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { decompressFrame } from './zstd-decoder.ts'

const bytesOf = (count: number): Buffer => Buffer.from(Uint8Array.from({ length: count }, (_, at) => (at * at) % 251))

describe('a frame of bytes', () => {
  it.each([0, 1, 17, 255, 256, 257, 65_535, 65_536, 65_791, 65_792, 200_000, 3_000_000])(
    'comes back whole, of %i bytes, one after the other',
    (count) => {
      const content = bytesOf(count)
      expect(decompressFrame(zstdCompressSync(content)).equals(content)).toBe(true)
    },
  )

  it('is decompressed without a content size', async () => {
    const compaction = createZstdCompress({ params: { [constants.ZSTD_c_contentSizeFlag]: 0 } })
    compaction.end(bytesOf(5_000))
    expect(decompressFrame(await buffer(compaction)).equals(bytesOf(5_000))).toBe(true)
  })

  it('is decompressed after corrupt frames, which are rejected', () => {
    const frame = zstdCompressSync(bytesOf(5_000), { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
    const damaged = [
      ['cut', frame.subarray(0, frame.length - 100)],
      ['longer', Buffer.concat([frame, Buffer.of(1, 2, 3)])],
      ['two', Buffer.concat([frame, frame])],
      ['empty', Buffer.alloc(0)],
      ['another length', Buffer.from(frame).fill(frame.readUInt8(5) ^ 1, 5, 6)],
      ['no frame', Buffer.from(frame).fill(0, 0, 1)],
      ...Array.from(frame, (byte, at) => [`bit ${at}`, Buffer.from(frame).fill(byte ^ 4, at, at + 1)] as const),
    ] as const
    for (const [what, bytes] of damaged) {
      expect(readOrNull(bytes)?.equals(bytesOf(5_000)) ?? false, what).toBe(false)
      expect(decompressFrame(frame).equals(bytesOf(5_000)), `after ${what}`).toBe(true)
    }
    // All of its content is there, but the engine still waits for the rest.
    readOrNull(frame.subarray(0, frame.length - 4))
    expect(decompressFrame(frame).equals(bytesOf(5_000)), 'after one without its end').toBe(true)
  })
})

const readOrNull = (bytes: Buffer): Buffer | null => {
  try {
    return decompressFrame(bytes)
  } catch {
    return null
  }
}
