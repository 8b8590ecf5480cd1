import type { Block } from '@heatfleet/modbus/point.ts'

/** The latest good answer to one poll block with its device time (unix s). */
export type LatestBlock = { block: Block; at_s: number }

const HEAD_BYTES = 11

/**
 * Encodes the latest blocks of a device for memory and `device_status.latest_blocks`. Each: slave u8, fn u8, start u16, quantity u16,
 * at u32 (unix s), length u8, data; big-endian.
 */
export const packLatestBlocks = (latest: readonly LatestBlock[]): Buffer => {
  let bytes = 0
  for (const { block } of latest) bytes += HEAD_BYTES + block.data.length
  // Not pooled: a slice would keep the whole pool alive while the device is silent.
  const packed = Buffer.allocUnsafeSlow(bytes)
  let at = 0
  for (const { block, at_s } of latest) {
    packed.writeUInt8(block.slave, at)
    packed.writeUInt8(block.fn, at + 1)
    packed.writeUInt16BE(block.start, at + 2)
    packed.writeUInt16BE(block.quantity, at + 4)
    packed.writeUInt32BE(at_s, at + 6)
    packed.writeUInt8(block.data.length, at + 10)
    packed.set(block.data, at + HEAD_BYTES)
    at += HEAD_BYTES + block.data.length
  }
  return packed
}

/** Decodes {@link packLatestBlocks}; the blocks' data are views of the buffer. */
export const unpackLatestBlocks = (packed: Buffer): LatestBlock[] => {
  const latest: LatestBlock[] = []
  for (let at = 0; at + HEAD_BYTES <= packed.length; ) {
    const length = packed.readUInt8(at + 10)
    latest.push({
      at_s: packed.readUInt32BE(at + 6),
      block: {
        slave: packed.readUInt8(at),
        // Written by packLatestBlocks from a Block.
        fn: packed.readUInt8(at + 1) as Block['fn'],
        start: packed.readUInt16BE(at + 2),
        quantity: packed.readUInt16BE(at + 4),
        status: 0,
        data: packed.subarray(at + HEAD_BYTES, at + HEAD_BYTES + length),
      },
    })
    at += HEAD_BYTES + length
  }
  return latest
}
