import type { TrendDay } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { StatusCount } from '@heatfleet/contract/dashboard/statistics.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { formatNumber, formatShare, UNKNOWN } from '../../../ui/format.ts'
import css from './wall.module.css'

type FiguresProps = {
  status: StatusCount
  alarms: { alarms: number; unprocessed: number }
  today: TrendDay | undefined
}

/** The figures above every page of the wall. */
export function Figures({ status, alarms, today }: FiguresProps) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const activated = status.total - status.never_online
  const figures = [
    { key: 'total', label: t(($) => $.kpi.total), value: formatNumber(status.total, 0, lang) },
    { key: 'online', label: t(($) => $.kpi.online), value: formatShare(status.online, activated, lang), tone: 'ok' },
    {
      key: 'alarm',
      label: t(($) => $.kpi.alarm),
      value: formatNumber(status.alarm, 0, lang),
      tone: status.alarm > 0 ? 'bad' : undefined,
    },
    {
      key: 'taken_up',
      label: t(($) => $.wall.taken_up),
      value: alarms.alarms === 0 ? UNKNOWN : formatShare(alarms.alarms - alarms.unprocessed, alarms.alarms, lang),
    },
    { key: 'today', label: t(($) => $.wall.alarms_today), value: formatNumber(today?.alarms ?? 0, 0, lang) },
    { key: 'new', label: t(($) => $.wall.new_today), value: formatNumber(today?.activated ?? 0, 0, lang) },
    { key: 'offline', label: t(($) => $.kpi.offline), value: formatNumber(status.offline_24h, 0, lang) },
  ]
  return (
    <ul className={css.figures}>
      {figures.map(({ key, label, value, tone }) => (
        <li key={key} data-tone={tone}>
          <span>{label}</span>
          <b>{value}</b>
        </li>
      ))}
    </ul>
  )
}
