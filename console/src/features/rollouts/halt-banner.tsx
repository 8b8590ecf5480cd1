import type { Rollout, RolloutEvent } from '@heatfleet/contract/rollouts/rollout.ts'
import { useMessages } from '../../messages/messages.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import { useEventText } from './event-log.tsx'
import css from './rollouts.module.css'

/** Why a rollout is paused, with the figures of the halt, and what can be done. */
export function HaltBanner({ rollout }: { rollout: Rollout & { log: readonly RolloutEvent[] } }) {
  const t = useMessages('rollouts')
  const eventText = useEventText(rollout)
  const { halted, log } = rollout
  if (halted === null) return null
  const event = log.find(({ what }) => what === (halted === 'manual' ? 'paused' : 'halted'))
  return (
    <div className={css.banner} role="status">
      <WarningIcon size={16} />
      <div>
        <b>{t(($) => $.halted[halted])}</b>
        {event !== undefined && halted !== 'manual' && <p>{eventText(event)}</p>}
        <p>{t(($) => $.halted_hints[halted])}</p>
      </div>
    </div>
  )
}
