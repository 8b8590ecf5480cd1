/** A seeded stream of random numbers: the same seed gives the same stream on every machine. */
export type Random = {
  /** Uniform in [0, 1). */
  next: () => number
  /** Uniform in [low, high). */
  between: (low: number, high: number) => number
  /** Normal distribution (Box-Muller, one value a call). */
  normal: (mean: number, sd: number) => number
}

/** Mulberry32: small, fast, good enough for noise and draws of parameters. */
export function seeded(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    normal: (mean, sd) => mean + sd * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** A seed for one purpose of one unit, so that streams of units and purposes never share numbers (FNV-1a). */
export function seedOf(seed: number, ...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5 ^ seed
  for (const char of parts.join('|')) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193)
  return hash >>> 0
}
