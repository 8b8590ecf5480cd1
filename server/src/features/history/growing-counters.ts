import { wrapOf } from '@heatfleet/contract/counter.ts'
import type { Layout } from '../products/public.ts'
import type { Batch } from './batch.ts'

/** A fall below this part of the value before is a counter that was cleared: it counts from there. */
const CLEARED = 0.5
/** A rise over the end of the range is small: more is a counter that was cleared. */
const OVER_THE_END = 0.25

/** Counters that begin again at the end of their register, made to grow on over the reports of a period, which come in time order. */
export type GrowingCounters = {
  /** Takes the ends of counters from a product version that reports are decoded with. */
  learn: (layout: Layout) => void
  /** Changes the columns of a batch in place: each of its rows comes once. */
  grow: (batch: Batch) => Batch
}

export const createGrowingCounters = (keys: readonly string[]): GrowingCounters => {
  const states = keys.map(() => ({ wrap: null as number | null, before: Number.NaN, added: 0 }))
  return {
    learn: (layout) => {
      for (const [index, key] of keys.entries()) {
        const state = states[index]
        if (state !== undefined) state.wrap = wrapOf(layout.byKey.get(key))
      }
    },
    grow: (batch) => {
      for (const [index, state] of states.entries()) {
        const column = batch.values[index]
        const { wrap } = state
        if (wrap === null || column === undefined) continue
        for (let row = 0; row < column.length; row++) {
          const value = column[row] ?? Number.NaN
          if (Number.isNaN(value)) continue
          if (value < state.before) {
            if (value + wrap - state.before <= wrap * OVER_THE_END) state.added += wrap
            else if (value < state.before * CLEARED) state.added = 0
          }
          state.before = value
          column[row] = value + state.added
        }
      }
      return batch
    },
  }
}
