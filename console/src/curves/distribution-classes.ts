import type { Distribution } from '@heatfleet/contract/history/statistics.ts'

/** One class of a distribution with its share of the known time. */
type DistributionClass = { from: number; to: number; ms: number; share: number }

/** The classes in order, and the largest share. */
export const classesOf = ({ from, width, ms }: Distribution): { classes: DistributionClass[]; peak: number } => {
  const known_ms = ms.reduce((sum, part) => sum + part, 0)
  const classes = ms.map((part, index) => ({
    from: from + index * width,
    to: from + (index + 1) * width,
    ms: part,
    share: known_ms > 0 ? part / known_ms : 0,
  }))
  return { classes, peak: Math.max(0, ...classes.map(({ share }) => share)) }
}

/** Fewest decimals that distinguish the limits of classes of this width. */
export const decimalsOf = (width: number): number => {
  for (let decimals = 0; decimals < 6; decimals++) {
    const scaled = width * 10 ** decimals
    if (Math.abs(scaled - Math.round(scaled)) < 1e-6) return decimals
  }
  return 6
}

/** Class limits labelled below the bars: at round distances, few enough not to overlap. */
export const ticksOf = ({ from, width, ms }: Distribution, most: number): { at: number; value: number }[] => {
  const every = TICK_STEPS.find((step) => ms.length / step <= most) ?? ms.length
  const first = Math.round(from / width)
  return Array.from({ length: ms.length + 1 }, (_, index) => index)
    .filter((index) => (first + index) % every === 0)
    .map((index) => ({ at: index / ms.length, value: from + index * width }))
}

const TICK_STEPS = [1, 2, 5, 10] as const
