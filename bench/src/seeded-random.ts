/** A source of chance that gives the same numbers for the same seed: two runs measure the same fleet. */
export type Random = {
  /** 0 up to, not with, `below`; whole. */
  below: (below: number) => number
  /** True in so many of hundred cases. */
  percent: (percent: number) => boolean
  /** One of these. */
  pick: <T>(from: readonly T[]) => T
}

/** Opens the source (mulberry32). */
export const openRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return {
    below: (below) => Math.floor(next() * below),
    percent: (percent) => next() * 100 < percent,
    pick: (from) => {
      const one = from[Math.floor(next() * from.length)]
      if (one === undefined) throw new RangeError('nothing to pick from')
      return one
    },
  }
}
