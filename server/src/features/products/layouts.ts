import { asModbusPoint, type DataPoint } from '@heatfleet/contract/products/points.ts'
import type { PollBlock } from '@heatfleet/contract/products/products.ts'
import type { RecordTable } from '@heatfleet/contract/products/record-tables.ts'
import type { WeeklySchedule } from '@heatfleet/contract/products/schedules.ts'
import type { ProductSettings } from '@heatfleet/contract/products/settings.ts'
import { compileDecoder, type Decoder } from '@heatfleet/modbus/decoder.ts'
import { planPoints } from '@heatfleet/modbus/plan.ts'
import type { AppContext } from '../../app-context.ts'
import { findLayout, findLayoutInUse } from './store-versions.ts'

/** One product version, ready to decode. */
export type Layout = {
  layout_id: number
  product_key: string
  points: readonly DataPoint[]
  poll_blocks: readonly PollBlock[]
  /** Repeated records of the board. */
  record_tables: readonly RecordTable[]
  /** Weekly schedules; their points are among the points. */
  schedules: readonly WeeklySchedule[]
  /** Curves that are drawn before anybody chose. */
  default_curves: ReadonlySet<string>
  byKey: ReadonlyMap<string, DataPoint>
  /** What each calculated point is computed from. */
  needs: ReadonlyMap<string, readonly string[]>
  /** All points. */
  decoder: Decoder
  /** Only these keys, in this order; a key the version does not have stays NaN. */
  decoderOf: (keys: readonly string[]) => Decoder
}

/** Product versions by number, kept: a published version never changes. */
export type Layouts = {
  find: (layout_id: number) => Promise<Layout | null>
  findInUse: (product_key: string) => Promise<Layout | null>
}

/** Versions kept at once, and decoders for chosen keys kept for each: more than any fleet in use has. */
const LAYOUTS_MAX = 200
const DECODERS_MAX = 1_000

/** Opens the cache of product versions. */
export const createLayouts = ({ database: { db } }: Pick<AppContext, 'database'>): Layouts => {
  const kept = new Map<number, Layout>()
  const find = async (layout_id: number): Promise<Layout | null> => {
    const cached = kept.get(layout_id)
    if (cached !== undefined) return cached
    const row = await findLayout(db, layout_id)
    if (row === null) return null
    const layout = layoutOf(row)
    if (row.published_at !== null) {
      if (kept.size >= LAYOUTS_MAX) kept.clear()
      kept.set(layout_id, layout)
    }
    return layout
  }
  return {
    find,
    findInUse: async (product_key) => {
      const layout_id = await findLayoutInUse(db, product_key)
      return layout_id === null ? null : find(layout_id)
    },
  }
}

/** Prepares a version for decoding; throws when its points are unsound, which publishing refuses. */
export const layoutOf = (row: {
  layout_id: number
  product_key: string
  points: DataPoint[]
  poll_blocks: PollBlock[]
  settings: Pick<ProductSettings, 'panel'> & Partial<Pick<ProductSettings, 'record_tables' | 'schedules'>>
}): Layout => {
  const points = row.points.map(asModbusPoint)
  const byKey = new Map(row.points.map((point) => [point.key, point]))
  const chosen = new Map<string, Decoder>()
  const compile = (only?: readonly string[]): Decoder => {
    const compiled = compileDecoder(points, only === undefined ? {} : { only })
    if (!compiled.ok)
      throw new Error(`version ${row.layout_id} cannot be decoded: ${JSON.stringify(compiled.faults[0])}`)
    return compiled.decoder
  }
  return {
    layout_id: row.layout_id,
    product_key: row.product_key,
    points: row.points,
    poll_blocks: row.poll_blocks,
    record_tables: row.settings.record_tables ?? [],
    schedules: row.settings.schedules ?? [],
    default_curves: new Set(row.settings.panel.default_curves),
    byKey,
    needs: new Map(planPoints(points).points.map(({ point, needs }) => [point.key, needs])),
    decoder: compile(),
    decoderOf: (keys) => {
      const name = keys.join(',')
      const cached = chosen.get(name)
      if (cached !== undefined) return cached
      if (chosen.size >= DECODERS_MAX) chosen.clear()
      const decoder = compile(keys)
      chosen.set(name, decoder)
      return decoder
    },
  }
}
