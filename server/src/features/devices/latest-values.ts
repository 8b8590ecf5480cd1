import type { LatestValue } from '@heatfleet/contract/devices/devices.ts'
import { blocksOfSlave, locate, namedSlaves } from '@heatfleet/modbus/locate.ts'
import { unpackLatestBlocks } from '../../ingest/latest-blocks.ts'
import type { Layout } from '../products/public.ts'

/** The latest value of every point and the time its block was read (unix ms). */
export const latestValues = (layout: Layout, packed: Buffer | null): LatestValue[] => {
  if (packed === null) return []
  const latest = unpackLatestBlocks(packed)
  const blocks = latest.map(({ block }) => block)
  const times = new Map(latest.map(({ block, at_s }) => [block, at_s * 1_000]))
  const named = namedSlaves(layout.points)
  const atOf = (key: string): number => {
    const point = layout.byKey.get(key)
    // A calculated value has the time of its oldest input.
    if (point?.data_type === 'calc') return Math.min(...(layout.needs.get(key) ?? []).map(atOf))
    const count = point === undefined || point.query_cmd <= 2 ? 1 : point.reg_len
    const block =
      point === undefined
        ? null
        : locate(blocksOfSlave(blocks, point.slave, named), point.query_cmd, point.address, count)
    return block === null ? 0 : (times.get(block) ?? 0)
  }
  return Object.entries(layout.decoder.decode(blocks)).map(([key, value]) => {
    const at = atOf(key)
    return { key, value, at: Number.isFinite(at) ? at : 0 }
  })
}

/** The latest value of one point, or null. */
export const latestValueOf = (layout: Layout, packed: Buffer | null, key: string): number | null => {
  if (packed === null || !layout.byKey.has(key)) return null
  return layout.decoderOf([key]).decode(unpackLatestBlocks(packed).map(({ block }) => block))[key] ?? null
}
