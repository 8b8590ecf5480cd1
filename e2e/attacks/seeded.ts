/** Numbers that look random and come again with the same seed. */
export type Random = {
  /** A whole number, both ends included. */
  whole: (low: number, high: number) => number
}

/** The generator "mulberry32". */
export const createRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return { whole: (low, high) => low + Math.floor(next() * (high - low + 1)) }
}
