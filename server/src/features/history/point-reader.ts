import { wrapOf } from '@heatfleet/contract/counter.ts'
import { wordsOf } from '@heatfleet/modbus/data-type.ts'
import type { Point } from '@heatfleet/modbus/point.ts'
import type { Layout } from '../products/public.ts'
import type { QualityEvaluator } from './quality-bits.ts'
import type { BlockReader, PointReader } from './segment-batch.ts'
import { singleRegisterPointOf } from './single-register-points.ts'

type Wrapping = NonNullable<Parameters<typeof wrapOf>[0]>

/** The parts of a product version needed to decode points. */
export type PointDefinitions = Pick<Layout, 'needs' | 'decoderOf'> & {
  byKey: ReadonlyMap<string, Pick<Point, 'slave' | 'query_cmd' | 'address' | 'data_type'> & Partial<Wrapping>>
}

/** Reads points with one product version; unknown keys give NaN. */
export const pointReaderOf = (
  layout: PointDefinitions,
  keys: readonly string[],
  quality: QualityEvaluator | null = null,
): PointReader => ({
  ...blockReaderOf(layout, keys),
  single_register: new Map(
    keys.flatMap((key, index) => {
      const point = singleRegisterPointOf(layout, key)
      return point === null ? [] : [[index, point]]
    }),
  ),
  readerOf: (indexes) =>
    blockReaderOf(
      layout,
      indexes.map((index) => keys[index] ?? ''),
    ),
  quality,
  has_wrapping_counters: keys.some((key) => isWrapping(layout.byKey.get(key))),
})

/** Whether a counter begins again at the end of its register. */
export const isWrapping = (point: Partial<Wrapping> | undefined): boolean =>
  point?.formulas !== undefined && wrapOf({ wraps_at: null, formulas: point.formulas, ...point }) !== null

const blockReaderOf = (layout: PointDefinitions, keys: readonly string[]): BlockReader => {
  const registers = new Set<string>()
  const seen = new Set<string>()
  const visit = (key: string): void => {
    if (seen.has(key)) return
    seen.add(key)
    const point = layout.byKey.get(key)
    if (point === undefined) return
    if (point.data_type === 'calc') for (const need of layout.needs.get(key) ?? []) visit(need)
    else
      for (let word = 0; word < Math.max(1, wordsOf(point.data_type)); word++)
        registers.add(`${point.query_cmd}/${point.address + word}`)
  }
  for (const key of keys) visit(key)
  return {
    decoder: layout.decoderOf(keys),
    reads: (fn, address) => {
      const count = fn <= 2 ? 8 : 1
      for (let bit = 0; bit < count; bit++) if (registers.has(`${fn}/${address + bit}`)) return true
      return false
    },
  }
}
