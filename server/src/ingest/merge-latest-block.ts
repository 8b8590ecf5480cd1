import type { Block } from '@heatfleet/modbus/point.ts'
import type { LatestBlock } from './latest-blocks.ts'

/**
 * Puts a good block among the newest ones so that they never overlap: a part of a kept block (a read-back, a reply to
 * a single read) is written into it, a block that covers kept ones takes their place. Words only; bit blocks (fn 1, 2) are kept by their start.
 */
export const mergeLatestBlock = (latest: LatestBlock[], block: Block, at_s: number): void => {
  for (let at = 0; at < latest.length; at += 1) {
    const kept = latest[at]
    if (kept === undefined || kept.block.fn !== block.fn || kept.block.slave !== block.slave) continue
    const is_same_start = kept.block.start === block.start
    if (block.fn <= 2 ? is_same_start : is_same_start && kept.block.quantity === block.quantity) {
      latest[at] = { block: block, at_s }
      return
    }
    if (block.fn <= 2) continue
    if (covers(block, kept.block)) {
      latest.splice(at, 1)
      at -= 1
    } else if (covers(kept.block, block)) {
      const data = kept.block.data.slice()
      data.set(block.data, (block.start - kept.block.start) * 2)
      // The rest of the block is as old as it was.
      latest[at] = { block: { ...kept.block, data }, at_s: kept.at_s }
      return
    }
  }
  latest.push({ block: block, at_s })
}

const covers = (outer: Block, inner: Block): boolean =>
  outer.start <= inner.start && inner.start + inner.quantity <= outer.start + outer.quantity
