/** Random integers 0..n-1 from a seed (mulberry32), the same in every run. */
export type Seeded = (n: number) => number

export const seeded = (seed: number): Seeded => {
  let state = seed
  return (n) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % n
  }
}

/** A random element. */
export const pick = <Value>(below: Seeded, values: readonly [Value, ...Value[]]): Value =>
  values[below(values.length)] ?? values[0]

/** The values shuffled. */
export const shuffled = <Value>(below: Seeded, values: readonly Value[]): Value[] => {
  const mixed: Value[] = []
  for (const value of values) {
    const at = below(mixed.length + 1)
    const moved = mixed[at]
    if (moved === undefined) mixed.push(value)
    else {
      mixed.push(moved)
      mixed[at] = value
    }
  }
  return mixed
}

/** The bytes with some changed, removed or appended. */
export const mutated = (below: Seeded, bytes: Uint8Array): Uint8Array => {
  const kind = below(8)
  const mutant =
    kind === 0
      ? bytes.slice(0, below(bytes.length))
      : kind === 1
        ? Uint8Array.from([...bytes, ...Array.from({ length: 1 + below(9) }, () => below(256))])
        : bytes.slice()
  for (let changes = 1 + below(3); changes > 0 && mutant.length > 0; changes -= 1) {
    const at = below(mutant.length)
    mutant[at] = kind < 5 ? (mutant[at] ?? 0) ^ (1 << below(8)) : below(256)
  }
  return mutant
}
