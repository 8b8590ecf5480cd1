/** A health score below these is worth a look, or bad. */
export const HEALTH_FAIR = 80
export const HEALTH_BAD = 50

/** Bands of the health score, the best first. */
export const HEALTH_BANDS = ['good', 'fair', 'bad'] as const
export type HealthBand = (typeof HEALTH_BANDS)[number]

/** The band of a score from 0 to 100. */
export const healthBand = (score: number): HealthBand =>
  score < HEALTH_BAD ? 'bad' : score < HEALTH_FAIR ? 'fair' : 'good'
