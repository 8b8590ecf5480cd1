import type { AlarmStorm } from '@heatfleet/contract/alarms/storm.ts'
import { api } from '@heatfleet/contract/api.ts'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { formatTime } from '../../ui/format.ts'
import { StateChip } from '../../ui/status.tsx'
import css from './alarms.module.css'

/** A storm goes on without a push for each alarm; this is for what a push missed, ms. */
const REFETCH_MS = 30_000

/** Storms that go on or have just ended: what many units of an area have at once, and its alarms with one click. */
export function Storms({
  shown,
  onShow,
}: {
  shown: number | undefined
  onShow: (storm_id: number | undefined) => void
}) {
  const t = useMessages('alarms')
  const storms = useRead(api.alarmStorms, undefined, { refetchInterval: REFETCH_MS }).data ?? []
  // One that is over is of use only while its alarms are shown.
  const named = storms.filter(({ storm_id, ended }) => ended === null || storm_id === shown)
  if (named.length === 0) return null
  return (
    <ul className={css.storms} aria-label={t(($) => $.storms.title)}>
      {named.map((storm) => (
        <StormLine
          key={storm.storm_id}
          storm={storm}
          is_shown={storm.storm_id === shown}
          onShow={() => onShow(storm.storm_id === shown ? undefined : storm.storm_id)}
        />
      ))}
    </ul>
  )
}

function StormLine({ storm, is_shown, onShow }: { storm: AlarmStorm; is_shown: boolean; onShow: () => void }) {
  const t = useMessages('alarms')
  const lang = useLanguage()
  const { type, agent_name, alarms, active, began, ended } = storm
  return (
    <li className={css.storm}>
      <StateChip tone={ended === null ? 'bad' : 'neutral'}>
        {t(($) => (ended === null ? $.storms.on : $.storms.over))}
      </StateChip>
      <strong>{t(($) => $.types[type])}</strong>
      {agent_name !== '' && <span>{agent_name}</span>}
      <span>{t(($) => $.storms.units, { count: alarms })}</span>
      <span className={css.weak}>{t(($) => $.storms.active, { count: active })}</span>
      <span className={css.weak}>{t(($) => $.storms.since, { time: formatTime(began, lang, 'exact') })}</span>
      <Button size="small" onClick={onShow}>
        {t(($) => (is_shown ? $.storms.hide : $.storms.show))}
      </Button>
    </li>
  )
}
