import type { DemoState } from './state.ts'

const DAY_MS = 86_400_000
/** A demo with a shorter history has all of it replayed by its modules. */
const COMPACTED_FROM_DAYS = 2
/** The newest range is generated first, for every device. */
const NEWEST_DAYS = 30

type HistoryOptions = Pick<DemoState, 'days' | 'made_at'>

/** The moment from which the modules replay the past themselves, unix ms; earlier days are generated as compacted history. */
export const replayedFrom = ({ days, made_at }: HistoryOptions): number =>
  days < COMPACTED_FROM_DAYS ? made_at - days * DAY_MS : dayOf(made_at) - DAY_MS

/** Bounds of the ranges generated as compacted history, unix ms at midnight UTC, newest first; empty when none. */
export const compactedBounds = ({ days, made_at }: HistoryOptions): number[] => {
  if (days < COMPACTED_FROM_DAYS) return []
  const newest = replayedFrom({ days, made_at })
  const oldest = dayOf(made_at - days * DAY_MS)
  return [...new Set([newest, Math.max(oldest, newest - NEWEST_DAYS * DAY_MS), oldest])]
}

const dayOf = (at_ms: number): number => at_ms - (at_ms % DAY_MS)
