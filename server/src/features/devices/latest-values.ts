import type { LatestText, LatestValue } from '@heatfleet/contract/devices/devices.ts'
import { lengthOf } from '@heatfleet/modbus/data-type.ts'
import { blocksOfSlave, locate, namedSlaves } from '@heatfleet/modbus/locate.ts'
import { decodeTexts } from '@heatfleet/modbus/text.ts'
import { unpackLatestBlocks } from '../../ingest/latest-blocks.ts'
import type { Layout } from '../products/public.ts'

/** The latest value of every point and the time its block was read (unix ms). */
export const latestValues = (layout: Layout, packed: Buffer | null): LatestValue[] => {
  if (packed === null) return []
  const { blocks, atOf } = latestOf(layout, packed)
  return Object.entries(layout.decoder.decode(blocks)).map(([key, value]) => ({ key, value, at: atOf(key) }))
}

/** The latest text of every point that holds characters. */
export const latestTexts = (layout: Layout, packed: Buffer | null): LatestText[] => {
  if (packed === null) return []
  const { blocks, atOf } = latestOf(layout, packed)
  return Object.entries(decodeTexts(layout.points, blocks)).map(([key, text]) => ({ key, text, at: atOf(key) }))
}

/** The latest blocks and when that of a point was read. */
const latestOf = (layout: Layout, packed: Buffer) => {
  const latest = unpackLatestBlocks(packed)
  const blocks = latest.map(({ block }) => block)
  const times = new Map(latest.map(({ block, at_s }) => [block, at_s * 1_000]))
  const named = namedSlaves(layout.points)
  const atOf = (key: string): number => {
    const point = layout.byKey.get(key)
    // A calculated value has the time of its oldest input.
    if (point?.data_type === 'calc') return Math.min(...(layout.needs.get(key) ?? []).map(atOf))
    const count = point === undefined ? 1 : lengthOf(point)
    const block =
      point === undefined
        ? null
        : locate(blocksOfSlave(blocks, point.slave, named), point.query_cmd, point.address, count)
    return block === null ? 0 : (times.get(block) ?? 0)
  }
  return {
    blocks,
    atOf: (key: string): number => {
      const at = atOf(key)
      return Number.isFinite(at) ? at : 0
    },
  }
}

/** The latest value of one point, or null. */
export const latestValueOf = (layout: Layout, packed: Buffer | null, key: string): number | null => {
  if (packed === null || !layout.byKey.has(key)) return null
  return layout.decoderOf([key]).decode(unpackLatestBlocks(packed).map(({ block }) => block))[key] ?? null
}
