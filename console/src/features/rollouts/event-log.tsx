import type { Rollout, RolloutEvent } from '@heatfleet/contract/rollouts/rollout.ts'
import { Link } from 'react-router'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatTime } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { rolloutPath } from './paths.ts'
import css from './rollouts.module.css'

/** Who did what to a rollout, and what it did by itself, the newest first. */
export function EventLog({ log, rollout }: { log: readonly RolloutEvent[]; rollout: Rollout }) {
  const t = useMessages('rollouts')
  const lang = useLanguage()
  const eventText = useEventText(rollout)
  return (
    <Panel flush>
      <PlainTable
        label={t(($) => $.log.title)}
        rows={log.map((event, at) => ({ ...event, key: log.length - at }))}
        keyOf={({ key }) => key}
        columns={[
          {
            key: 'at',
            title: t(($) => $.log.time),
            cell: ({ at }) => <time dateTime={at}>{formatTime(at, lang, 'exact')}</time>,
          },
          {
            key: 'who',
            title: t(($) => $.log.who),
            cell: ({ user_name }) => user_name || <span className={css.weak}>{t(($) => $.log.itself)}</span>,
          },
          {
            key: 'what',
            title: t(($) => $.log.what),
            least_px: 240,
            cell: (event) => (
              <>
                {eventText(event)}
                {event.rollout_id !== null && (
                  <>
                    {' '}
                    <Link to={rolloutPath(event.rollout_id)}>{t(($) => $.detail.title, { id: event.rollout_id })}</Link>
                  </>
                )}
              </>
            ),
          },
        ]}
      />
    </Panel>
  )
}

/** One entry as a sentence; a halt with its figures. */
export const useEventText = ({ stop_failed_percent, stop_failed_min }: Rollout): ((event: RolloutEvent) => string) => {
  const t = useMessages('rollouts')
  return ({ what, wave, reason, failed, units }) => {
    if (what === 'halted')
      return reason === 'failures'
        ? t(($) => $.log.halted_failures, {
            wave: wave ?? 0,
            failed: failed ?? 0,
            units: units ?? 0,
            percent: stop_failed_percent,
            min: stop_failed_min,
          })
        : reason === 'test'
          ? t(($) => $.log.halted_test, { failed: failed ?? 0, units: units ?? 0 })
          : t(($) => $.log.halted_wave, { wave: wave ?? 0 })
    if (what === 'wave_opened') return t(($) => $.log.wave_opened, { wave: wave ?? 0, count: units ?? 0 })
    if (units !== null && (what === 'started' || what === 'retried' || what === 'rolled_back'))
      return t(($) => $.log[what], { count: units })
    return t(($) => $.log.events[what])
  }
}
