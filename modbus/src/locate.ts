import type { Block, Point, QueryCommand } from './point.ts'

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

/** Slave addresses that points of a product name beside its own. */
export const namedSlaves = (points: Iterable<Pick<Point, 'slave'>>): ReadonlySet<number> => {
  const named = new Set<number>()
  for (const { slave } of points) if (typeof slave === 'number') named.add(slave)
  return named
}

/**
 * The blocks that a point of this slave is read from. A point without a slave is read from the board itself: from every
 * slave that no point of the product names, whatever address the board was found at.
 */
export const blocksOfSlave = <B extends Pick<Block, 'slave'>>(
  blocks: readonly B[],
  slave: number | null | undefined,
  named: ReadonlySet<number>,
): readonly B[] =>
  named.size === 0
    ? blocks
    : blocks.filter((block) => (typeof slave === 'number' ? block.slave === slave : !named.has(block.slave)))

const isWhole = ({ fn, quantity, data }: Block): boolean => data.length >= (fn <= 2 ? quantity / 8 : quantity * 2)
