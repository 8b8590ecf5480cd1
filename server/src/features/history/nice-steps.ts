const NICE = [1, 2, 5, 10] as const

/** The least of 1, 2 or 5 times a power of ten that is not below a positive number; 1 where there is no number. */
export const niceStep = (least: number): number => {
  if (!(least > 0) || !Number.isFinite(least)) return 1
  const power = Math.floor(Math.log10(least) + 1e-9)
  const lead = least / 10 ** power
  return timesTen(NICE.find((nice) => nice >= lead - 1e-9) ?? 10, power)
}

/** Whether a step is a whole number of smaller ones, as far as decimals can tell. */
export const isMultiple = (step: number, of: number): boolean => {
  const ratio = step / of
  return Math.abs(ratio - Math.round(ratio)) < 1e-6 && Math.round(ratio) > 0
}

/** Division keeps 0.1 what 1 × 10⁻¹ would not. */
const timesTen = (lead: number, power: number): number => (power < 0 ? lead / 10 ** -power : lead * 10 ** power)
