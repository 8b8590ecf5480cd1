import type { FleetPart, StatusCount } from '@heatfleet/contract/dashboard/statistics.ts'
import { Link } from 'react-router'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Donut } from '../../ui/donut.tsx'
import { formatNumber } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { deviceListPath } from './fleet-part.ts'
import css from './front-page.module.css'

/** Units by connection, and what else stands at them. */
export function StatusPanel({ part, status }: { part: FleetPart; status: StatusCount }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const lines = [
    { key: 'alarm', count: status.alarm, to: deviceListPath(part, { quick: 'alarm' }) },
    { key: 'offline_24h', count: status.offline_24h, to: deviceListPath(part, { quick: 'offline_24h' }) },
    { key: 'bus_lost', count: status.bus_lost, to: deviceListPath(part, { bus_status: 'lost' }) },
    { key: 'unrecognized', count: status.unrecognized, to: deviceListPath(part, { quick: 'unrecognized' }) },
  ] as const
  return (
    <Panel title={t(($) => $.status.title)}>
      <Donut
        label={t(($) => $.status.title)}
        parts={[
          {
            key: 'online',
            label: t(($) => $.status.online),
            count: status.online,
            tone: 'ok',
            to: deviceListPath(part, { online_status: 'online' }),
          },
          {
            key: 'offline',
            label: t(($) => $.status.offline),
            count: status.offline,
            tone: 'neutral',
            to: deviceListPath(part, { online_status: 'offline' }),
          },
          {
            key: 'never',
            label: t(($) => $.status.never),
            count: status.never_online,
            tone: 'accent',
            to: deviceListPath(part, { online_status: 'never' }),
          },
        ]}
      />
      <ul className={css.lines}>
        {lines.map(({ key, count, to }) => (
          <li key={key}>
            <Link to={to}>{t(($) => $.status[key])}</Link>
            <b>{formatNumber(count, 0, lang)}</b>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
