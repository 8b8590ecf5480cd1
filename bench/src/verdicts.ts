/** One target, and whether the run met it. */
export type Verdict = { what: string; figure: number; target: string; is_met: boolean }

/** A figure that may be as high as its target. */
export const atMost = (what: string, figure: number, most: number): Verdict => ({
  what,
  figure: rounded(figure),
  target: `<= ${most}`,
  is_met: figure <= most,
})

/** A figure that may be as low as its target. */
export const atLeast = (what: string, figure: number, least: number): Verdict => ({
  what,
  figure: rounded(figure),
  target: `>= ${least}`,
  is_met: figure >= least,
})

/** Counts are told whole: rounded, one lost report of a million would be none. */
const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(3)))

/** The verdicts as people read them, and how many targets were met. */
export const verdictLines = (verdicts: readonly Verdict[]): string[] => [
  ...verdicts.map(
    ({ what, figure, target, is_met }) => `${is_met ? 'met   ' : 'MISSED'}  ${what}: ${figure} (${target})`,
  ),
  `${verdicts.filter(({ is_met }) => is_met).length} of ${verdicts.length} targets met`,
]
