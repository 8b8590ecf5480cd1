import type { Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import { useMessages } from '../../messages/messages.ts'
import { NeverAny } from '../../ui/states.tsx'
import { UnitsPanel } from './units-panel.tsx'

const STANDING = {
  order: { alarm_status: true, sort_by: 'last_alarm_time', sort_order: 'desc' },
  query: '&alarm_status=yes',
} as const

/** The units of the subtree in which an alarm stands, the newest first. */
export const AlarmsTab = ({ distributor }: { distributor: Distributor }) => {
  const t = useMessages('distributors')
  return (
    <UnitsPanel
      agent_id={distributor.agent_id}
      title={t(($) => $.alarms.title)}
      part={STANDING}
      empty={<NeverAny title={t(($) => $.alarms.none)} text={t(($) => $.alarms.none_hint)} />}
    />
  )
}
