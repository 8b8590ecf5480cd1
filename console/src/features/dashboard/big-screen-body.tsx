import type { api } from '@heatfleet/contract/api.ts'
import type { FleetEvent, TrendDay } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { ProductCount, StatusCount, UnitFigures } from '@heatfleet/contract/dashboard/statistics.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import type { ReactNode } from 'react'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productName, productOf } from '../../messages/product-name.ts'
import { Age } from '../../ui/age.tsx'
import { countryName } from '../../ui/countries.ts'
import { formatNumber, formatShare } from '../../ui/format.ts'
import { useRegionName } from '../../ui/region-names.ts'
import css from './big-screen.module.css'
import { DayBars } from './day-bars.tsx'

type AgentCount = ResultOf<typeof api.agentCount>['list'][number]
type RegionCount = ResultOf<typeof api.countryCount>['list'][number]
type BodyProps = {
  status: StatusCount
  alarms: ResultOf<typeof api.alarmCount>
  products: readonly ProductCount[]
  agents: readonly AgentCount[]
  regions: readonly RegionCount[]
  trend: readonly TrendDay[]
  events: readonly FleetEvent[]
}

/** Rows that fit a box of the wall. */
const ROWS = { regions: 9, products: 5, agents: 6, codes: 6, events: 14 } as const

/** All boxes of the big screen. */
export function BigScreenBody({ status, alarms, products, agents, regions, trend, events }: BodyProps) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const regionName = useRegionName()
  const activated = status.total - status.never_online
  const today = trend.at(-1)
  const figures = [
    { key: 'total', label: t(($) => $.kpi.total), value: formatNumber(status.total, 0, lang) },
    { key: 'online', label: t(($) => $.kpi.online), value: formatShare(status.online, activated, lang), tone: 'ok' },
    { key: 'alarm', label: t(($) => $.kpi.alarm), value: formatNumber(status.alarm, 0, lang), tone: 'bad' },
    { key: 'today', label: t(($) => $.wall.alarms_today), value: formatNumber(today?.alarms ?? 0, 0, lang) },
    { key: 'new', label: t(($) => $.wall.new_today), value: formatNumber(today?.activated ?? 0, 0, lang) },
    { key: 'offline', label: t(($) => $.kpi.offline), value: formatNumber(status.offline_24h, 0, lang) },
  ]
  const nameOfRegion = ({ country, region_code }: RegionCount) =>
    country === null
      ? t(($) => $.agents.stock)
      : country === 'CN' && region_code !== null
        ? regionName(region_code)
        : [countryName(country, lang), region_code].filter(Boolean).join(' · ')
  return (
    <div className={css.body}>
      <ul className={css.figures}>
        {figures.map(({ key, label, value, tone }) => (
          <li key={key} data-tone={tone}>
            <span>{label}</span>
            <b>{value}</b>
          </li>
        ))}
      </ul>
      <div className={css.columns}>
        <div className={css.column}>
          <Box title={t(($) => $.products.title)}>
            <Rows rows={products.slice(0, ROWS.products).map((row) => ({ ...row, name: productName(row, lang) }))} />
          </Box>
          <Box title={t(($) => $.trend.activated)} note={t(($) => $.filters.days_30)}>
            <DayBars days={trend.map(({ day, activated: count }) => ({ day, count }))} tone="accent" />
          </Box>
          <Box title={t(($) => $.trend.alarms)} note={t(($) => $.filters.days_30)}>
            <DayBars days={trend.map(({ day, alarms: count }) => ({ day, count }))} tone="bad" />
          </Box>
        </div>
        <div className={css.column} data-wide="">
          <Box title={t(($) => $.regions.title)} grow>
            <Rows large rows={regions.slice(0, ROWS.regions).map((row) => ({ ...row, name: nameOfRegion(row) }))} />
          </Box>
          <Box title={t(($) => $.agents.title)}>
            <Rows
              rows={agents.slice(0, ROWS.agents).map((row) => ({
                ...row,
                name: row.agent_id === null ? t(($) => $.agents.stock) : (row.agent_name ?? ''),
              }))}
            />
          </Box>
        </div>
        <div className={css.column}>
          <Box title={t(($) => $.wall.events)} grow>
            <Events events={events.slice(0, ROWS.events)} />
          </Box>
          <Box title={t(($) => $.codes.title)}>
            <ul className={css.codes}>
              {alarms.codes.slice(0, ROWS.codes).map(({ code, alarms: count }) => (
                <li key={code}>
                  <code>{code}</code>
                  <b>{formatNumber(count, 0, lang)}</b>
                </li>
              ))}
              {alarms.codes.length === 0 && <li className={css.none}>{t(($) => $.codes.none)}</li>}
            </ul>
          </Box>
        </div>
      </div>
    </div>
  )
}

function Box(props: { title: string; note?: string; grow?: boolean; children: ReactNode }) {
  return (
    <section className={css.box} data-grow={props.grow || undefined}>
      <h2>
        {props.title}
        {props.note !== undefined && <span>{props.note}</span>}
      </h2>
      {props.children}
    </section>
  )
}

/** Parts of the fleet as bars: all units, and the online ones of them. */
function Rows({ rows, large }: { rows: readonly (UnitFigures & { name: string })[]; large?: boolean }) {
  const lang = useLanguage()
  const most = Math.max(1, ...rows.map(({ total }) => total))
  return (
    <ul className={css.rows} data-large={large || undefined}>
      {rows.map(({ name, total, online, alarm, never_online }) => (
        <li key={name}>
          <span className={css.name}>{name}</span>
          <span className={css.track} aria-hidden="true">
            <i style={{ width: `${(total / most) * 100}%` }}>
              <i style={{ width: `${total === 0 ? 0 : (online / total) * 100}%` }} />
            </i>
          </span>
          <span className={css.alarm}>{alarm > 0 ? `▲ ${formatNumber(alarm, 0, lang)}` : ''}</span>
          <span className={css.share}>{formatShare(online, total - never_online, lang)}</span>
          <b>{formatNumber(total, 0, lang)}</b>
        </li>
      ))}
    </ul>
  )
}

/** What happened last; the newest slides in. */
function Events({ events }: { events: readonly FleetEvent[] }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  if (events.length === 0) return <p className={css.none}>{t(($) => $.wall.no_events)}</p>
  return (
    <ol className={css.events}>
      {events.map((event) => (
        <li key={event.event_id} data-kind={event.kind}>
          <b>{event.kind === 'alarm' ? `▲ ${event.codes.join(', ')}` : `○ ${t(($) => $.status.offline)}`}</b>
          <span>{[productOf(event, lang), event.agent_name].filter(Boolean).join(' · ')}</span>
          <span className={css.when}>
            <code>…{event.mac_end}</code> <Age at={event.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
