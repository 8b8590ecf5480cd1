import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { createImageBlocks } from './image-blocks.ts'

const folder = mkdtempSync(join(tmpdir(), 'heatfleet-blocks-'))
const IMAGE = randomBytes(200_000)
writeFileSync(join(folder, '1.bin'), IMAGE)
writeFileSync(join(folder, '2.bin'), IMAGE.subarray(0, 70_000))
afterAll(() => rmSync(folder, { recursive: true }))

describe('blocks of images', () => {
  it.each([
    ['all in memory', 16],
    ['one in memory', 1],
  ])('give any range of an image, %s', async (_, blocks_max) => {
    const read = createImageBlocks(folder, blocks_max)
    const range = fc.tuple(fc.nat(IMAGE.length - 1), fc.integer({ min: 1, max: 4_096 }))
    await fc.assert(
      fc.asyncProperty(range, async ([offset, wanted]) => {
        const length = Math.min(wanted, IMAGE.length - offset)
        expect(Buffer.from(await read(1, offset, length))).toEqual(IMAGE.subarray(offset, offset + length))
      }),
      { numRuns: 200 },
    )
  })

  it('gives the images of two firmwares apart', async () => {
    const read = createImageBlocks(folder)
    const [one, other] = await Promise.all([read(1, 69_000, 1_000), read(2, 69_000, 1_000)])
    expect(Buffer.from(one)).toEqual(Buffer.from(other))
    await expect(read(2, 69_500, 1_000)).rejects.toThrow('image 2 ends before byte 70500')
  })

  it('looks again for an image that was not there', async () => {
    const read = createImageBlocks(folder)
    await expect(read(3, 0, 10)).rejects.toThrow('ENOENT')
    writeFileSync(join(folder, '3.bin'), IMAGE.subarray(0, 10))
    expect(Buffer.from(await read(3, 0, 10))).toEqual(IMAGE.subarray(0, 10))
  })
})
