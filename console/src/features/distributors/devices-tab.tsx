import type { Distributor } from '@heatfleet/contract/distributors/distributors.ts'
import { Link } from 'react-router'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { type Fact, Facts } from '../../ui/facts.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { NeverAny } from '../../ui/states.tsx'
import css from './distributors.module.css'
import { UnitsPanel } from './units-panel.tsx'

const ON_LINE_FIRST = { order: { sort_by: 'online_status', sort_order: 'desc' }, query: '' } as const

/** The devices of the subtree: in numbers, each a way into the device list, and the first of them. */
export const DevicesTab = ({ distributor }: { distributor: Distributor }) => {
  const t = useMessages('distributors')
  const lang = useLanguage()
  const { agent_id, device_count, online_count, active_count, alarm_count, device_quota } = distributor
  const fact = (label: string, count: number, filter: string): Fact => ({
    label,
    value: <Link to={`/device/device-list?agent_id=${agent_id}${filter}`}>{formatNumber(count, 0, lang)}</Link>,
  })
  return (
    <div className={css.parts}>
      <Panel title={t(($) => $.devices.title)}>
        <Facts
          least_px={140}
          items={[
            fact(
              t(($) => $.columns.device_count),
              device_count,
              '',
            ),
            fact(
              t(($) => $.columns.online_count),
              online_count,
              '&online_status=online',
            ),
            fact(
              t(($) => $.columns.active_count),
              active_count,
              '&active_status=yes',
            ),
            fact(
              t(($) => $.columns.alarm_count),
              alarm_count,
              '&alarm_status=yes',
            ),
            {
              label: t(($) => $.form.device_quota),
              value: device_quota === null ? t(($) => $.unlimited) : formatNumber(device_quota, 0, lang),
            },
          ]}
        />
      </Panel>
      <UnitsPanel
        agent_id={agent_id}
        title={t(($) => $.devices.list)}
        part={ON_LINE_FIRST}
        empty={<NeverAny title={t(($) => $.devices.none)} text={t(($) => $.devices.none_hint)} />}
      />
    </div>
  )
}
