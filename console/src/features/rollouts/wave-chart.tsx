import type { Rollout, RolloutCounts } from '@heatfleet/contract/rollouts/rollout.ts'
import { triedOf } from '@heatfleet/contract/rollouts/rules.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { finishedOf, totalOf, UnitsBar, useCountsText } from './marks.tsx'
import css from './rollouts.module.css'

/** Each wave with its units by state, and how near it is to the threshold; a wave chosen here filters the units below. */
export function WaveChart(props: {
  rollout: Rollout
  wave_counts: readonly RolloutCounts[]
  chosen: number | undefined
  onChoose: (wave: number | undefined) => void
}) {
  const t = useMessages('rollouts')
  const { rollout, wave_counts, chosen, onChoose } = props
  return (
    <>
      <ol className={css.waves}>
        {wave_counts.map((counts, at) => (
          <Wave
            // biome-ignore lint/suspicious/noArrayIndexKey: a wave is its place
            key={at}
            rollout={rollout}
            wave={at + 1}
            counts={counts}
            chosen={chosen === at + 1}
            onChoose={() => onChoose(chosen === at + 1 ? undefined : at + 1)}
          />
        ))}
      </ol>
      <ul className={css.legend}>
        {(['done', 'equal', 'failed', 'expired', 'skipped', 'sent', 'waiting'] as const)
          .filter((state) => rollout.counts[state] > 0)
          .map((state) => (
            <li key={state}>
              <i data-state={state} />
              {t(($) => $.unit_states[state])}
            </li>
          ))}
      </ul>
    </>
  )
}

function Wave(props: { rollout: Rollout; wave: number; counts: RolloutCounts; chosen: boolean; onChoose: () => void }) {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  const countsText = useCountsText()
  const { rollout, wave, counts } = props
  const total = totalOf(counts)
  const tried = triedOf(counts)
  const now = rollout.wave === wave && (rollout.state === 'running' || rollout.state === 'paused')
  const state = wave > rollout.wave ? 'later' : finishedOf(counts) === total ? 'over' : now ? 'now' : 'open'
  return (
    <li>
      <button
        type="button"
        className={css.wave}
        aria-pressed={props.chosen}
        title={t(($) => $.wave_button, { wave })}
        onClick={props.onChoose}
      >
        <span className={css.waveHead}>
          <b>{t(($) => $.wave_no, { wave })}</b>
          <span className={css.weak}>{t(($) => $.wave_states[state])}</span>
          <span className={css.waveCount}>
            {formatNumber(finishedOf(counts), 0, lang)} / {formatNumber(total, 0, lang)}
          </span>
        </span>
        <UnitsBar counts={counts} />
        <span className={css.waveFoot}>
          {counts.failed > 0
            ? t(($) => $.failed_share, {
                share: formatShare(counts.failed, tried, lang),
                failed: counts.failed,
                tried,
              })
            : countsText(counts)}
        </span>
      </button>
    </li>
  )
}
