/** Numbers that look random and come again with the same seed. */
export type Seeded = {
  /** From 0 to below 1. */
  next: () => number
  /** A whole number, both ends included. */
  whole: (low: number, high: number) => number
  /** One of a list that is not empty. */
  pick: <Item>(items: readonly Item[]) => Item
  chance: (share: number) => boolean
}

/** The generator "mulberry32". */
export const seeded = (seed: number): Seeded => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return {
    next,
    whole,
    pick: (items) => {
      const item = items[whole(0, items.length - 1)]
      if (item === undefined) throw new Error('There is nothing to pick from.')
      return item
    },
    chance: (share) => next() < share,
  }
}
