import type { PreviewOutcome } from '@heatfleet/contract/rollouts/preview.ts'
import type { Rollout, RolloutCounts } from '@heatfleet/contract/rollouts/rollout.ts'
import { ROLLOUT_UNIT_STATES, type RolloutState, type RolloutUnitState } from '@heatfleet/contract/transitions.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber } from '../../ui/format.ts'
import { type Look, StateChip } from '../../ui/status.tsx'
import css from './rollouts.module.css'

const STATES = {
  proposed: { tone: 'warn', shape: 'hollow' },
  approved: { tone: 'accent', shape: 'hollow' },
  running: { tone: 'accent', shape: 'turning' },
  paused: { tone: 'warn', shape: 'triangle' },
  done: { tone: 'ok', shape: 'filled' },
  stopped: { tone: 'neutral', shape: 'dashed' },
  rejected: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<RolloutState, Look>

const UNIT_STATES = {
  waiting: { tone: 'neutral', shape: 'hollow' },
  sent: { tone: 'accent', shape: 'turning' },
  done: { tone: 'ok', shape: 'filled' },
  equal: { tone: 'ok', shape: 'hollow' },
  failed: { tone: 'bad', shape: 'triangle' },
  expired: { tone: 'warn', shape: 'hollow' },
  skipped: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<RolloutUnitState, Look>

const OUTCOMES = {
  change: { tone: 'accent', shape: 'filled' },
  equal: { tone: 'ok', shape: 'hollow' },
  offline: { tone: 'neutral', shape: 'hollow' },
  not_writable: { tone: 'bad', shape: 'triangle' },
} as const satisfies Record<PreviewOutcome, Look>

/** Moves are pushed; without a connection a rollout that is running, or has units under way, is polled at this interval, ms. */
export const FOLLOW_MS = 15_000
export const isUnderWay = ({ state, counts }: Pick<Rollout, 'state' | 'counts'>): boolean =>
  state === 'running' || counts.sent > 0

/** The state; of a halt why. */
export function RolloutStateMark({ rollout: { state, halted } }: { rollout: Pick<Rollout, 'state' | 'halted'> }) {
  const t = useMessages('rollouts')
  return (
    <StateChip {...STATES[state]}>{halted === null ? t(($) => $.states[state]) : t(($) => $.halted[halted])}</StateChip>
  )
}

export function UnitStateMark({ state }: { state: RolloutUnitState }) {
  const t = useMessages('rollouts')
  return <StateChip {...UNIT_STATES[state]}>{t(($) => $.unit_states[state])}</StateChip>
}

export function OutcomeMark({ outcome }: { outcome: PreviewOutcome }) {
  const t = useMessages('rollouts')
  return <StateChip {...OUTCOMES[outcome]}>{t(($) => $.outcomes[outcome])}</StateChip>
}

/** In the order in which a bar is read: what is over first. */
const BAR_ORDER = ['done', 'equal', 'failed', 'expired', 'skipped', 'sent', 'waiting'] as const satisfies readonly [
  RolloutUnitState,
  ...RolloutUnitState[],
]

export const totalOf = (counts: RolloutCounts): number =>
  ROLLOUT_UNIT_STATES.reduce((sum, state) => sum + counts[state], 0)
/** Units of which nothing more is expected. */
export const finishedOf = (counts: RolloutCounts): number => totalOf(counts) - counts.waiting - counts.sent

/** Counts in words: `37 set, 1 failed`. */
export const useCountsText = (): ((counts: RolloutCounts) => string) => {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  return (counts) =>
    BAR_ORDER.filter((state) => counts[state] > 0)
      .map((state) => `${formatNumber(counts[state], 0, lang)} ${t(($) => $.counted[state])}`)
      .join(', ')
}

/** Units by state as one bar; its text is read instead. */
export function UnitsBar({ counts }: { counts: RolloutCounts }) {
  const countsText = useCountsText()
  return (
    <span className={css.bar} role="img" aria-label={countsText(counts)} title={countsText(counts)}>
      {BAR_ORDER.filter((state) => counts[state] > 0).map((state) => (
        <i key={state} data-state={state} style={{ flexGrow: counts[state] }} />
      ))}
    </span>
  )
}

/** How far a rollout is: bar and counts. */
export function RolloutProgress({ rollout: { counts, total } }: { rollout: Pick<Rollout, 'counts' | 'total'> }) {
  const t = useMessages('rollouts')
  if (total === 0) return <span className={css.weak}>—</span>
  return (
    <span className={css.progress}>
      <UnitsBar counts={counts} />
      <span>{t(($) => $.progress, { finished: finishedOf(counts), total })}</span>
    </span>
  )
}

/** What came of it: the counts of those that are over, the bad ones first. */
export function RolloutResult({ counts }: { counts: RolloutCounts }) {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  const shown = (['failed', 'expired', 'done', 'equal', 'skipped'] as const).filter((state) => counts[state] > 0)
  if (shown.length === 0) return <span className={css.weak}>—</span>
  return (
    <span className={css.result}>
      {shown.map((state) => (
        <span key={state} data-state={state}>
          {formatNumber(counts[state], 0, lang)} {t(($) => $.counted[state])}
        </span>
      ))}
    </span>
  )
}
