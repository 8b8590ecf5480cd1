import type { Block } from '@heatfleet/modbus/point.ts'
import { blockName, type LatestBlock } from './latest-blocks.ts'

/**
 * Puts a good block among the newest ones so that they never overlap: a part of a kept block (a read-back, a reply to
 * a single read) is written into it, a block that covers kept ones takes their place. Data is copied, because a frame's
 * buffer is a piece of a much larger one. Words only; bit blocks (fn 1, 2) are kept under their own name.
 */
export const layOver = (latest: Map<string, LatestBlock>, block: Block, at_s: number): void => {
  for (const [name, kept] of latest) {
    if (kept.block.fn !== block.fn || kept.block.slave !== block.slave || block.fn <= 2) continue
    if (covers(block, kept.block)) {
      latest.delete(name)
    } else if (covers(kept.block, block)) {
      const data = kept.block.data.slice()
      data.set(block.data, (block.start - kept.block.start) * 2)
      // The rest of the block is as old as it was.
      latest.set(name, { block: { ...kept.block, data }, at_s: kept.at_s })
      return
    }
  }
  latest.set(blockName(block), { block: { ...block, data: block.data.slice() }, at_s })
}

const covers = (outer: Block, inner: Block): boolean =>
  outer.start <= inner.start && inner.start + inner.quantity <= outer.start + outer.quantity
