import type { DataPoint } from '@heatfleet/contract/points.ts'
import type { PollBlock } from '@heatfleet/contract/products.ts'
import { compileDecoder, type Decoder } from '@heatfleet/modbus/decoder.ts'
import type { World } from '../../world.ts'
import { findLayoutRow } from './store-layouts.ts'

/** One version of a product; immutable, so that it is read once. */
export type Layout = {
  layout_id: number
  product_key: string
  points: ReadonlyMap<string, DataPoint>
  poll_blocks: readonly PollBlock[]
}

/** Versions of products and their decoders, kept in memory. */
export type Layouts = {
  /** Null = no such version. */
  find: (layout_id: number) => Promise<Layout | null>
  /** Decoder of these points, in this order (all when not named); null = no such version, or one with faults. */
  decoderOf: (layout_id: number, keys?: readonly string[]) => Promise<Decoder | null>
}

/** Versions in memory: an installation has tens of products. */
const LAYOUTS_MAX = 500
/** Decoders in memory: one for each choice of points that people look at. */
const DECODERS_MAX = 1_000

/** Opens the memory of product versions. */
export const createLayouts = ({ database: { db }, log }: Pick<World, 'database' | 'log'>): Layouts => {
  const layouts = new Map<number, Promise<Layout | null>>()
  const decoders = new Map<string, Decoder | null>()

  const load = async (layout_id: number): Promise<Layout | null> => {
    const row = await findLayoutRow(db, layout_id)
    if (row === undefined) return null
    return { ...row, points: new Map(row.points.map((point) => [point.key, point])) }
  }
  const find = (layout_id: number): Promise<Layout | null> => {
    const known = layouts.get(layout_id)
    if (known !== undefined) return known
    const reading = load(layout_id)
    remember(layouts, layout_id, reading, LAYOUTS_MAX)
    // A version that was not there yet, and a reading that failed, are asked for again.
    const forget = () => layouts.delete(layout_id)
    reading.then((layout) => layout ?? forget(), forget)
    return reading
  }

  return {
    find,
    decoderOf: async (layout_id, keys) => {
      const name = `${layout_id}:${keys?.join(',') ?? '*'}`
      const known = decoders.get(name)
      if (known !== undefined) return known
      const layout = await find(layout_id)
      if (layout === null) return null
      const compiled = compileDecoder([...layout.points.values()], keys === undefined ? {} : { only: keys })
      if (!compiled.ok) log.error({ layout_id, faults: compiled.faults }, 'product version does not compile')
      const decoder = compiled.ok ? compiled.decoder : null
      remember(decoders, name, decoder, DECODERS_MAX)
      return decoder
    },
  }
}

/** Puts an entry in and the oldest out. */
const remember = <Key, Value>(map: Map<Key, Value>, key: Key, value: Value, max: number): void => {
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > max && oldest !== undefined) map.delete(oldest)
}
