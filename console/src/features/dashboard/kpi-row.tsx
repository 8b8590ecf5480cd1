import { api } from '@heatfleet/contract/api.ts'
import type { FleetPart, StatusCount } from '@heatfleet/contract/dashboard/statistics.ts'
import type { Severity } from '@heatfleet/contract/preferences.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission, useSession } from '../../cloud/session.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { withoutEmpty } from '../../ui/list-request.ts'
import { dayOf } from '../../ui/zone-day.ts'
import { alarmListPath, alarmNoteOf, cardListPath, deviceListPath, importDays, orderListPath } from './fleet-part.ts'
import css from './front-page.module.css'

type KpiRowProps = {
  part: FleetPart
  status: StatusCount
  /** Alarms that stand; undefined while loading. */
  severities: readonly { severity: Severity; alarms: number }[] | undefined
  /** Units imported within the period; undefined while loading. */
  imported: number | undefined
  days: number
  refresh_ms: number
}

type Card = { key: string; label: string; value: string; note: string; to: string; note_to?: string; bad?: boolean }

/** How soon a card has to end to be counted, days. */
const CARD_DAYS = 30

/** The figures that a day begins with; each leads to the list that it counts. */
export function KpiRow({ part, status, severities, imported, days, refresh_ms }: KpiRowProps) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const own_agent = useSession(({ user }) => user?.agent_id ?? null)
  const number = (value: number) => formatNumber(value, 0, lang)
  const of = (severity: Severity) => severities?.find((row) => row.severity === severity)?.alarms ?? 0
  const alarm_note = alarmNoteOf(status.alarm, severities)
  const alarm_notes = {
    none: () => t(($) => $.kpi.alarm_none),
    severities: () => t(($) => $.kpi.alarm_note, { critical: of('critical'), major: of('major') }),
    other: () =>
      t(($) => $.kpi.alarm_apart, { count: (severities ?? []).reduce((sum, { alarms }) => sum + alarms, 0) }),
  }
  const activated = status.total - status.never_online
  const holder = part.agent_id ?? own_agent
  // The manufacturer's stock is in no region.
  const has_stock = holder !== null || part.region_code === undefined
  const stock =
    holder === null
      ? deviceListPath(part, { manufacturer_stock: 'yes' })
      : deviceListPath({ ...part, agent_id: holder }, { online_status: 'never', include_lower: 'no' })
  const change = useOnlineChange(part, refresh_ms)
  const orders = useOpenOrders(part, refresh_ms)
  const cards_ending = useCardsEnding(part, refresh_ms)
  const cards: Card[] = [
    {
      key: 'total',
      label: t(($) => $.kpi.total),
      value: number(status.total),
      note:
        imported === undefined
          ? ''
          : days === 1
            ? t(($) => $.kpi.total_note_today, { count: imported })
            : t(($) => $.kpi.total_note, { count: imported, days }),
      to: deviceListPath(part),
      note_to: deviceListPath(part, importDays(dayOf(status.as_of), { from_days: 0, to_days: days })),
    },
    {
      key: 'online',
      label: t(($) => $.kpi.online),
      value: formatShare(status.online, activated, lang),
      note: [t(($) => $.kpi.online_note, { online: status.online, activated }), change].filter(Boolean).join(' · '),
      to: deviceListPath(part, { online_status: 'online' }),
    },
    {
      key: 'alarm',
      label: t(($) => $.kpi.alarm),
      value: number(status.alarm),
      note: alarm_note === null ? '' : alarm_notes[alarm_note](),
      to: deviceListPath(part, { quick: 'alarm' }),
      ...(alarm_note === 'other' ? { note_to: alarmListPath(part) } : {}),
      bad: status.alarm > 0,
    },
    {
      key: 'offline',
      label: t(($) => $.kpi.offline),
      value: number(status.offline_24h),
      note: t(($) => $.kpi.offline_note, { count: status.offline }),
      to: deviceListPath(part, { quick: 'offline_24h' }),
      note_to: deviceListPath(part, { online_status: 'offline' }),
    },
    {
      key: 'not_activated',
      label: t(($) => $.kpi.not_activated),
      value: number(status.not_activated),
      note: t(($) => $.kpi.not_activated_note),
      to: deviceListPath(part, { online_status: 'never', manufacturer_stock: 'no' }),
    },
  ]
  if (has_stock)
    cards.push({
      key: 'stock',
      label: t(($) => $.kpi.stock),
      value: number(holder === null ? status.manufacturer_stock : status.held_stock),
      note: holder === null ? t(($) => $.kpi.stock_note_manufacturer) : t(($) => $.kpi.stock_note_own),
      to: stock,
    })
  if (orders !== undefined)
    cards.push({
      key: 'orders',
      label: t(($) => $.kpi.orders),
      value: `${number(orders.open.total)}${orders.open.more ? '+' : ''}`,
      note: t(($) => (orders.overdue.more ? $.kpi.orders_note_more : $.kpi.orders_note), {
        count: orders.overdue.total,
      }),
      to: orderListPath(part, 'unresolved'),
      note_to: orderListPath(part, 'overdue'),
      bad: orders.overdue.total > 0,
    })
  if (cards_ending !== undefined)
    cards.push({
      key: 'cards',
      label: t(($) => $.kpi.cards),
      value: number(cards_ending.ending),
      note: t(($) => $.kpi.cards_note, { count: cards_ending.over }),
      to: cardListPath(part, { days_left: CARD_DAYS }),
      note_to: cardListPath(part, { over: 'yes' }),
    })
  return (
    <ul className={css.kpis}>
      {cards.map(({ key, label, value, note, to, note_to, bad }) => (
        <li key={key} className={css.kpi} data-bad={bad || undefined}>
          <Link to={to} className={css.kpi_main}>
            <span className={css.kpi_label} title={label}>
              {label}
            </span>
            <b className={css.kpi_value}>{value}</b>
          </Link>
          {note_to === undefined ? (
            <span className={css.kpi_note}>{note}</span>
          ) : (
            <Link to={note_to} className={css.kpi_note}>
              {note}
            </Link>
          )}
        </li>
      ))}
    </ul>
  )
}

/** How the share of online units differs from that of a day ago, in words; '' = not known. */
const useOnlineChange = (part: FleetPart, refresh_ms: number): string => {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const { data } = useRead(api.onlineTrend, { query: part }, { refetchInterval: refresh_ms, placeholder: 'keep' })
  const [first, last] = [data?.list.at(0), data?.list.at(-1)]
  // None on line a day ago: the cloud itself was away, or has just begun, which is no change of the fleet.
  if (first === undefined || last === undefined || first.online === 0 || last.activated === 0) return ''
  const points = 100 * (last.online / last.activated - first.online / first.activated)
  const text = formatNumber(points, 1, lang)
  // Of a larger part every n-th unit was asked.
  const about = data !== undefined && data.asked_units < data.units ? '≈ ' : ''
  return t(($) => $.kpi.online_change, { change: `${about}${points >= 0.05 ? '+' : ''}${text}` })
}

/** Open service orders, and those nobody has answered in time; undefined = not known, not for the account, or not told by region. */
const useOpenOrders = ({ agent_id: under, product_key, region_code }: FleetPart, refresh_ms: number) => {
  const enabled = usePermission('order:view') && region_code === undefined
  const options = { enabled, refetchInterval: refresh_ms, placeholder: 'keep' } as const
  const query = { pageNo: 1, size: 1 }
  const open = useRead(api.orderList, { query, body: { tab: 'unresolved', under, product_key } }, options)
  const overdue = useRead(api.orderList, { query, body: { tab: 'overdue', under, product_key } }, options)
  return !enabled || open.data === undefined || overdue.data === undefined
    ? undefined
    : { open: open.data, overdue: overdue.data }
}

/** SIM cards that end within {@link CARD_DAYS} days, and those that have ended. */
const useCardsEnding = ({ agent_id, product_key, region_code }: FleetPart, refresh_ms: number) => {
  const enabled = usePermission('iccid:view') && region_code === undefined
  const { data } = useRead(
    api.iccidFigures,
    { body: withoutEmpty({ agent_id, product_key }) },
    { enabled, refetchInterval: refresh_ms, placeholder: 'keep' },
  )
  return !enabled || data === undefined
    ? undefined
    : { ending: data.within_30, over: data.over_online + data.over_offline }
}
