import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { createSealing, createUnsealing } from './sealed-stream.ts'

const KEY = randomBytes(32)
const CHUNK = 262_144
const SEALED = CHUNK + 16

const through = async (text: Buffer, stream: ReturnType<typeof createSealing>, piece = 100_000): Promise<Buffer> => {
  const pieces: Buffer[] = []
  const cut = Array.from({ length: Math.ceil(text.length / piece) }, (_, at) =>
    text.subarray(at * piece, (at + 1) * piece),
  )
  await pipeline(Readable.from(cut), stream, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) pieces.push(chunk)
  })
  return Buffer.concat(pieces)
}
const seal = (text: Buffer, piece?: number) => through(text, createSealing(KEY), piece)
const unseal = (sealed: Buffer, key = KEY) => through(sealed, createUnsealing(key, 'a.part'))

describe('an encrypted stream', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 7])(
    'of %i bytes is read as written',
    async (bytes) => {
      const text = randomBytes(bytes)
      const sealed = await seal(text, 77_777)
      expect(sealed.length).toBe(bytes + 16 * Math.max(1, Math.ceil(bytes / CHUNK)))
      expect((await unseal(sealed)).equals(text)).toBe(true)
    },
  )

  it('shows nothing of its text, and differs by key', async () => {
    const text = Buffer.alloc(CHUNK, 'heat')
    const sealed = await seal(text)
    expect(sealed.includes('heatheat')).toBe(false)
    await expect(unseal(sealed, randomBytes(32))).rejects.toThrow('a.part is damaged: the chunk at byte 0 ')
  })

  it.each<[string, (sealed: Buffer) => Buffer, number]>([
    ['a flipped bit', (sealed) => flip(sealed, SEALED + 5), SEALED],
    ['a flipped bit of a tag', (sealed) => flip(sealed, SEALED - 1), 0],
    ['a chunk cut off', (sealed) => sealed.subarray(0, 2 * SEALED), SEALED],
    ['a last byte cut off', (sealed) => sealed.subarray(0, -1), 2 * SEALED],
    ['a byte more', (sealed) => Buffer.concat([sealed, Buffer.alloc(1)]), 2 * SEALED],
    ['nothing left', () => Buffer.alloc(0), 0],
    [
      'two chunks in the wrong order',
      (sealed) =>
        Buffer.concat([sealed.subarray(SEALED, 2 * SEALED), sealed.subarray(0, SEALED), sealed.subarray(2 * SEALED)]),
      0,
    ],
    ['a chunk left out', (sealed) => Buffer.concat([sealed.subarray(0, SEALED), sealed.subarray(2 * SEALED)]), SEALED],
  ])('with %s is refused at its chunk', async (_, damage, at) => {
    const sealed = await seal(randomBytes(2 * CHUNK + 1_000))
    await expect(unseal(damage(sealed))).rejects.toThrow(`a.part is damaged: the chunk at byte ${at} is not`)
  })
})

const flip = (sealed: Buffer, at: number): Buffer => {
  const damaged = Buffer.from(sealed)
  damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at)
  return damaged
}
