import { isMultiple, niceStep } from './nice-steps.ts'

/** How long each value of a quantity stood, ms, the lowest value first. */
export type Weights = readonly (readonly [value: number, ms: number])[]

/** Values told apart; a 16-bit register with a year of noise has fewer. */
const VALUES_MAX = 5_000
/** Beyond that, values are told apart to about this part of their range: far finer than any class that is drawn. */
const FINE = 1_000

/** Collects {@link Weights}; memory: one number a value, however long the period is. */
export const createValueWeights = () => {
  let ms_of = new Map<number, number>()
  /** Values are rounded down to multiples of it; 0 = they are kept as they are. */
  let grid = 0
  const put = (value: number, ms: number): void => {
    const place = grid === 0 ? value : gridPlace(value, grid)
    ms_of.set(place, (ms_of.get(place) ?? 0) + ms)
  }
  const coarsen = (): void => {
    const values = [...ms_of.keys()]
    const range = values.reduce((most, value) => Math.max(most, value)) - values.reduce((a, b) => Math.min(a, b))
    let finer = niceStep(range / FINE)
    // Places of the old grid must be places of the new one, or what was rounded would be rounded again elsewhere.
    while (grid !== 0 && !(finer > grid && isMultiple(finer, grid))) finer = niceStep(Math.max(finer, grid) * 1.5)
    grid = finer
    const before = ms_of
    ms_of = new Map()
    for (const [value, ms] of before) put(value, ms)
  }
  return {
    add: (value: number, ms: number): void => {
      put(value, ms)
      if (ms_of.size > VALUES_MAX) coarsen()
    },
    sorted: (): Weights => [...ms_of].sort(([one], [other]) => one - other),
  }
}

const gridPlace = (value: number, grid: number): number => Math.floor(value / grid + 1e-6) * grid
