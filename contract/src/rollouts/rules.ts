import type { RolloutUnitState } from '../transitions.ts'

/** Size of one wave: a share of all targets, or so many of them. */
export type WaveSize = { size: number; unit: 'percent' | 'devices' }

/** When a rollout goes on and when it stops by itself, whatever it does to each unit. */
type RolloutRules = {
  /** It stops when so many percent of the finished units of the wave failed ... */
  stop_failed_percent: number
  /** ... and at least so many units altogether since somebody last let it go on. */
  stop_failed_min: number
  /** The next wave begins when so many percent of this one are finished and no unit on line is left. */
  wave_finished_percent: number
  /** Each further wave waits for somebody to let it go on. */
  confirm_waves: boolean
}

/** Units of one wave by state. */
export type WaveCounts = Readonly<Record<RolloutUnitState, number>>

/** All that the next decision depends on. */
export type RolloutProgress = {
  /** The last wave that was opened; 1 is the first. */
  wave: number
  waves: readonly WaveCounts[]
  /** Waiting units of the opened waves that are on line. */
  ready: number
  /** Failures that somebody has seen and let pass. */
  tolerated: number
  rules: RolloutRules
  /** The first wave is a test group: the others begin when all of it has succeeded, and whoever resumes cannot pass it over. */
  has_test_wave?: boolean
  /** Units that may be under way at the same time. */
  in_flight_max: number
}

/** What a running rollout does next. */
type RolloutDecision =
  | { kind: 'finish' }
  | { kind: 'halt'; reason: 'failures' | 'wave' | 'test' }
  | { kind: 'open_wave' }
  | { kind: 'begin'; units: number }
  | { kind: 'wait' }

/**
 * Units of each wave for so many targets, in order; none is empty. What is left after the last wave belongs to it, shares
 * are rounded up so that a first wave is never empty.
 */
export const planWaves = (total: number, waves: readonly WaveSize[]): number[] => {
  const sizes: number[] = []
  let left = total
  for (const [index, { size, unit }] of waves.entries()) {
    const wanted = unit === 'percent' ? Math.ceil((total * size) / 100) : size
    const taken = index === waves.length - 1 ? left : Math.min(left, wanted)
    if (taken > 0) sizes.push(taken)
    left -= taken
  }
  return sizes
}

/** The wave (1 is the first) of the unit at this position (0 is the first). */
export const waveOf = (position: number, sizes: readonly number[]): number => {
  let end = 0
  for (const [index, size] of sizes.entries()) {
    end += size
    if (position < end) return index + 1
  }
  return Math.max(1, sizes.length)
}

/** Units that have come to an end which counts for the threshold: those that were tried. */
export const triedOf = ({ done, equal, failed }: WaveCounts): number => done + equal + failed
/** Units of which nothing more is expected now. */
const finishedOf = (counts: WaveCounts): number => triedOf(counts) + counts.expired + counts.skipped
const totalOf = (counts: WaveCounts): number => finishedOf(counts) + counts.waiting + counts.sent

const sumOf = (waves: readonly WaveCounts[], state: RolloutUnitState): number =>
  waves.reduce((sum, counts) => sum + counts[state], 0)

/** Whether too many units of the wave failed. */
export const isOverThreshold = (
  wave: WaveCounts,
  { stop_failed_percent, stop_failed_min }: Pick<RolloutRules, 'stop_failed_percent' | 'stop_failed_min'>,
  new_failures: number,
): boolean =>
  new_failures >= Math.max(1, stop_failed_min) &&
  wave.failed > 0 &&
  wave.failed * 100 >= stop_failed_percent * triedOf(wave)

/** Whether the wave under way is over the threshold; looked at for each result, before another unit is begun. */
export const hasTooManyFailed = ({
  wave,
  waves,
  tolerated,
  rules,
}: Pick<RolloutProgress, 'wave' | 'waves' | 'tolerated' | 'rules'>): boolean => {
  const current = waves[wave - 1]
  return current !== undefined && isOverThreshold(current, rules, sumOf(waves.slice(0, wave), 'failed') - tolerated)
}

/** The next step of a running rollout. Pure: the same progress always gives the same decision. */
export const decideRollout = ({
  wave,
  waves,
  ready,
  tolerated,
  rules,
  has_test_wave = false,
  in_flight_max,
}: RolloutProgress): RolloutDecision => {
  const sent = sumOf(waves, 'sent')
  const current = waves[wave - 1]
  if (current === undefined) return waves.length === 0 ? { kind: 'finish' } : { kind: 'open_wave' }
  if (hasTooManyFailed({ wave, waves, tolerated, rules })) return { kind: 'halt', reason: 'failures' }
  const is_test = has_test_wave && wave === 1
  if (is_test && current.failed + current.expired + current.skipped > 0) return { kind: 'halt', reason: 'test' }
  if (sent + sumOf(waves, 'waiting') === 0) return { kind: 'finish' }
  const units = Math.min(ready, in_flight_max - sent)
  if (units > 0) return { kind: 'begin', units }
  const is_over =
    sent === 0 &&
    ready === 0 &&
    finishedOf(current) * 100 >= (is_test ? 100 : rules.wave_finished_percent) * totalOf(current)
  if (!is_over || wave >= waves.length) return { kind: 'wait' }
  return rules.confirm_waves ? { kind: 'halt', reason: 'wave' } : { kind: 'open_wave' }
}
