import type { QueryCommand } from '@heatfleet/modbus/point.ts'

/** Reports of one chunk at most: bounds what is decoded for one device and day, whatever a module sends. */
export const CHUNK_REPORTS_MAX = 20_000
/** A chunk holds one UTC day. */
export const CHUNK_SPAN_MS = 86_400_000

/** Whose reports a chunk holds; written into it as well, so that a chunk under another's name is found out. */
export type ChunkHead = {
  device_id: number
  /** Start of its UTC day, unix ms. */
  day_ms: number
  /** The product version all its reports came with. */
  layout_id: number
}

/** The head of a block: everything of it but its data. */
export type BlockShape = { slave: number; fn: QueryCommand; start: number; quantity: number; status: number }

/** One register over time: a word (functions 3, 4), or eight bits (1, 2) that begin at `address`. */
export type ColumnKey = {
  slave: number
  fn: QueryCommand
  address: number
  /** A register that stands in several blocks of one report has a column for each. */
  occurrence: number
}

/** The columns that a block's data stand in, in their order. */
export const columnsOfBlock = ({ fn, start, quantity, status }: BlockShape): { address: number }[] => {
  if (status !== 0) return []
  const [count, step] = fn <= 2 ? [Math.ceil(quantity / 8), 8] : [quantity, 1]
  return Array.from({ length: count }, (_, index) => ({ address: start + index * step }))
}

/**
 * Which columns the reports of each shape fill, and where: one list of column numbers for each block. Columns are numbered
 * as they first appear.
 */
export const layOutColumns = (shapes: readonly (readonly BlockShape[])[]) => {
  const numbers = new Map<string, number>()
  const keys: ColumnKey[] = []
  const places = shapes.map((blocks) => {
    const seen = new Map<string, number>()
    return blocks.map((block) =>
      columnsOfBlock(block).map(({ address }) => {
        const name = `${block.slave}/${block.fn}/${address}`
        const occurrence = seen.get(name) ?? 0
        seen.set(name, occurrence + 1)
        const full = `${name}/${occurrence}`
        const known = numbers.get(full)
        if (known !== undefined) return known
        keys.push({ slave: block.slave, fn: block.fn, address, occurrence })
        numbers.set(full, keys.length - 1)
        return keys.length - 1
      }),
    )
  })
  return { keys, places }
}
