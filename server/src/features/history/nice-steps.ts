const NICE = [1, 2, 5, 10] as const

/** Rounds a positive number up to 1, 2 or 5 times a power of ten; 1 for invalid input. */
export const niceStep = (least: number): number => {
  if (!(least > 0) || !Number.isFinite(least)) return 1
  const power = Math.floor(Math.log10(least) + 1e-9)
  const lead = least / 10 ** power
  return timesTen(NICE.find((nice) => nice >= lead - 1e-9) ?? 10, power)
}

/** Whether `step` is a multiple of `of`, within rounding. */
export const isMultiple = (step: number, of: number): boolean => {
  const ratio = step / of
  return Math.abs(ratio - Math.round(ratio)) < 1e-6 && Math.round(ratio) > 0
}

/** Division gives exactly 0.1, multiplication by 10⁻¹ does not. */
const timesTen = (lead: number, power: number): number => (power < 0 ? lead / 10 ** -power : lead * 10 ** power)
