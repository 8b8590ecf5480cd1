import { isMultiple, niceStep } from './nice-steps.ts'

/** Total duration of each value of a quantity, ms, sorted by value. */
export type Weights = readonly (readonly [value: number, ms: number])[]

/** Maximum distinct values; a 16-bit register with a year of noise has fewer. */
const VALUES_MAX = 5_000
/** Beyond that, values are rounded to about this fraction of their range: far next_grid than a histogram class. */
const GRID_STEPS = 1_000

/** Collects {@link Weights}; memory depends on the number of distinct values, not on the period. */
export const createValueWeights = () => {
  let ms_of = new Map<number, number>()
  /** Values are rounded down to multiples of it; 0 = no rounding. */
  let grid = 0
  const addToGrid = (value: number, ms: number): void => {
    const rounded = grid === 0 ? value : roundToGrid(value, grid)
    ms_of.set(rounded, (ms_of.get(rounded) ?? 0) + ms)
  }
  const coarsen = (): void => {
    const values = [...ms_of.keys()]
    const range = values.reduce((most, value) => Math.max(most, value)) - values.reduce((a, b) => Math.min(a, b))
    let next_grid = niceStep(range / GRID_STEPS)
    // The new grid must be a multiple of the old one, otherwise rounded values would be rounded differently.
    while (grid !== 0 && !(next_grid > grid && isMultiple(next_grid, grid)))
      next_grid = niceStep(Math.max(next_grid, grid) * 1.5)
    grid = next_grid
    const before = ms_of
    ms_of = new Map()
    for (const [value, ms] of before) addToGrid(value, ms)
  }
  return {
    add: (value: number, ms: number): void => {
      addToGrid(value, ms)
      if (ms_of.size > VALUES_MAX) coarsen()
    },
    sorted: (): Weights => [...ms_of].sort(([one], [other]) => one - other),
  }
}

const roundToGrid = (value: number, grid: number): number => Math.floor(value / grid + 1e-6) * grid
