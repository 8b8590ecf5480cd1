import { open } from 'node:fs/promises'
import { imagePath } from './image-files.ts'

const BLOCK_BYTES = 65_536
/** Blocks in memory: 16 MiB. The modules of a campaign read the same image at the same time. */
const BLOCKS_MAX = 256

/**
 * Reads pieces of images through blocks in memory: a thousand pieces a second would otherwise each be a read of the file. An
 * image never changes under its id.
 */
export const createImageBlocks = (folder: string, blocks_max = BLOCKS_MAX) => {
  // In the order of their last use: the first is dropped.
  const blocks = new Map<string, Promise<Buffer<ArrayBuffer>>>()

  const readBlock = async (firmware_id: number, block: number): Promise<Buffer<ArrayBuffer>> => {
    const file = await open(imagePath(folder, firmware_id), 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(BLOCK_BYTES), 0, BLOCK_BYTES, block * BLOCK_BYTES)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }
  const blockOf = (firmware_id: number, block: number): Promise<Buffer<ArrayBuffer>> => {
    const key = `${firmware_id}/${block}`
    const reading = blocks.get(key) ?? readBlock(firmware_id, block)
    blocks.delete(key)
    blocks.set(key, reading)
    // A failed read is tried again.
    reading.catch(() => blocks.get(key) === reading && blocks.delete(key))
    for (const oldest of blocks.keys()) {
      if (blocks.size <= blocks_max) break
      blocks.delete(oldest)
    }
    return reading
  }

  /** Bytes of an image; rejects where the file is not there or ends before. */
  return async (firmware_id: number, offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> => {
    const first = Math.floor(offset / BLOCK_BYTES)
    const last = Math.floor((offset + length - 1) / BLOCK_BYTES)
    const parts: Buffer<ArrayBuffer>[] = []
    for (let block = first; block <= last; block += 1) {
      const from = Math.max(0, offset - block * BLOCK_BYTES)
      parts.push((await blockOf(firmware_id, block)).subarray(from, offset + length - block * BLOCK_BYTES))
    }
    const data = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
    if (data.length < length) throw new Error(`image ${firmware_id} ends before byte ${offset + length}`)
    return data
  }
}
