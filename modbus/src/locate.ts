import type { Block, QueryCommand } from './point.ts'

/**
 * The first block that was read well with this function and holds `count` registers (bits) from `address` on, or null.
 * Where blocks overlap the first one counts.
 */
export const locate = (blocks: readonly Block[], fn: QueryCommand, address: number, count: number): Block | null => {
  for (const block of blocks) {
    if (block.fn !== fn || block.status !== 0) continue
    if (address >= block.start && address + count <= block.start + block.quantity && isWhole(block)) return block
  }
  return null
}

/** Whether a register lies in two good blocks of one function. Runs for every report, so it makes nothing that has to be collected. */
export const overlap = (blocks: readonly Block[]): boolean => {
  for (let i = 1; i < blocks.length; i += 1)
    for (let j = 0; j < i; j += 1) if (shareRegister(blocks[i], blocks[j])) return true
  return false
}

const shareRegister = (a: Block | undefined, b: Block | undefined): boolean =>
  a !== undefined &&
  b !== undefined &&
  a.fn === b.fn &&
  a.start < b.start + b.quantity &&
  b.start < a.start + a.quantity

const isWhole = ({ fn, quantity, data }: Block): boolean => data.length >= (fn <= 2 ? quantity / 8 : quantity * 2)
