import type { QueryCommand } from '@heatfleet/modbus/point.ts'

/** Maximum reports per segment: bounds the decoding work for one device and day. */
export const SEGMENT_REPORTS_MAX = 20_000
/** A segment holds one UTC day. */
export const SEGMENT_SPAN_MS = 86_400_000

/** Identifies a segment; also stored inside it, so that a body in the wrong row is detected. SQL calls segments chunks. */
export type SegmentHeader = {
  device_id: number
  /** Start of its UTC day, unix ms. */
  day_ms: number
  /** Product version of all its reports. */
  layout_id: number
}

/** A block without its data. */
export type BlockShape = { slave: number; fn: QueryCommand; start: number; quantity: number; status: number }

/** One register over time: a word (functions 3, 4), or eight bits (1, 2) that begin at `address`. */
export type ColumnKey = {
  slave: number
  fn: QueryCommand
  address: number
  /** A register contained in several blocks of one report has one column per block. */
  occurrence: number
}

/** The columns of a block's data, in order. */
const columnsOfBlock = ({ fn, start, quantity, status }: BlockShape): { address: number }[] => {
  if (status !== 0) return []
  const [count, step] = fn <= 2 ? [Math.ceil(quantity / 8), 8] : [quantity, 1]
  return Array.from({ length: count }, (_, index) => ({ address: start + index * step }))
}

/** Assigns column numbers to the registers of each shape: one list per block, numbered by first appearance. */
export const assignColumns = (shapes: readonly (readonly BlockShape[])[]) => {
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
        const assigned = numbers.get(full)
        if (assigned !== undefined) return assigned
        keys.push({ slave: block.slave, fn: block.fn, address, occurrence })
        numbers.set(full, keys.length - 1)
        return keys.length - 1
      }),
    )
  })
  return { keys, places }
}
