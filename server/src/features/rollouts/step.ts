import type { RolloutRow } from './store.ts'
import type { ReadyUnit } from './store-units.ts'

/** What became of the try to begin with one unit; `started` and `lost` are already written, or another turn's. */
export type Begun =
  | { kind: 'started' | 'lost' | 'offline' }
  | { kind: 'equal' }
  | { kind: 'failed'; reason: string }
  /** It is left alone for good, and counts for nothing. */
  | { kind: 'skipped'; reason: string }
  /** It may not be begun now: it waits, and is looked at again at that moment. */
  | { kind: 'later'; reason: string; until: Date }

/** The end of what was begun with one unit; `unsent` = it never reached the unit, which waits again. */
export type Ended =
  | { kind: 'done'; read_back: Record<string, number | null> }
  | { kind: 'failed'; reason: string; read_back: Record<string, number | null> }
  | { kind: 'unsent' }
  /** It failed and is tried again from that moment on. */
  | { kind: 'again'; reason: string; until: Date }

/**
 * What a rollout does to each unit. Waves, thresholds, pausing and restarts are those of the rollout and know nothing of it:
 * settings are one step, firmware is another.
 */
export type RolloutStep = {
  /** Units that may be under way at the same time. */
  in_flight_max: number
  /** Units that may be begun before results are looked at again: looking costs as much as there are units under way. */
  begun_unseen_max: number
  /**
   * Prepares a turn with some units; the result begins one. A unit is begun in the transaction that marks it as sent, so
   * that a killed process neither repeats nor loses it.
   */
  prepare: (rollout: RolloutRow, units: readonly ReadyUnit[]) => Promise<(unit: ReadyUnit) => Promise<Begun>>
  /** Those units under way that have come to an end since. */
  collect: (rollout: RolloutRow) => Promise<{ device_id: number; ended: Ended }[]>
}
