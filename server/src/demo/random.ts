/** Seeded random numbers: the same seed generates the same fleet. */
export type Random = {
  /** 0 <= x < 1. */
  next: () => number
  /** A whole number from `from` to `to`, both included. */
  whole: (from: number, to: number) => number
  pick: <Item>(items: readonly Item[]) => Item
  /** About -1..1, mostly near 0. */
  near: () => number
}

/** Mulberry32: small, fast, good enough for the demo. */
export const openRandom = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(next() * items.length)]
    if (item === undefined) throw new Error('Nothing to pick from.')
    return item
  }
  return {
    next,
    whole: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick,
    near: () => (next() + next() + next()) / 1.5 - 1,
  }
}
