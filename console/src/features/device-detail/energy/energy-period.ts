/** Periods of the energy tab: so many days until today, or the heating season that lasts or was the last, October to April. */
export const ENERGY_PERIODS = ['30', '90', '365', 'season'] as const
export type EnergyPeriod = (typeof ENERGY_PERIODS)[number]

const DAY_MS = 86_400_000
const OCTOBER = 9
const dateOf = (at_ms: number): string => new Date(at_ms).toISOString().slice(0, 10)

/** First and last day of a period. It ends a day late, so that the running day of every zone is among them. */
export const daysOfPeriod = (period: EnergyPeriod, now_ms: number): { from: string; to: string } => {
  const to = dateOf(now_ms + DAY_MS)
  if (period !== 'season') return { from: dateOf(now_ms - (Number(period) - 1) * DAY_MS), to }
  const now = new Date(now_ms)
  const year = now.getUTCMonth() >= OCTOBER ? now.getUTCFullYear() : now.getUTCFullYear() - 1
  const last = `${year + 1}-04-30`
  return { from: `${year}-10-01`, to: to < last ? to : last }
}
