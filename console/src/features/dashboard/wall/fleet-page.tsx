import type { api } from '@heatfleet/contract/api.ts'
import type { FleetEvent, TrendDay } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { ProductCount } from '@heatfleet/contract/dashboard/statistics.ts'
import type { ResultOf } from '@heatfleet/contract/endpoint.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { productName, productOf } from '../../../messages/product-name.ts'
import { Age } from '../../../ui/age.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Box } from './box.tsx'
import { DayBars } from './day-bars.tsx'
import { useEventText } from './event-text.ts'
import { OnlineLine } from './online-line.tsx'
import { type RegionCount, useNameOfRegion } from './region-name.ts'
import { Rows } from './rows.tsx'
import css from './wall.module.css'

type AgentCount = ResultOf<typeof api.agentCount>['list'][number]
type FleetPageProps = {
  alarms: ResultOf<typeof api.alarmCount>
  products: readonly ProductCount[]
  agents: readonly AgentCount[]
  regions: readonly RegionCount[]
  trend: readonly TrendDay[]
  online: ResultOf<typeof api.onlineTrend> | undefined
  events: readonly FleetEvent[]
}

/** Rows that fit a box of the wall. */
const ROWS = { regions: 9, products: 5, agents: 6, codes: 6, events: 14 } as const

/** The whole fleet on one page. */
export function FleetPage({ alarms, products, agents, regions, trend, online, events }: FleetPageProps) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const nameOfRegion = useNameOfRegion()
  return (
    <div className={css.columns}>
      <div className={css.column}>
        <Box title={t(($) => $.products.title)}>
          <Rows rows={products.slice(0, ROWS.products).map((row) => ({ ...row, name: productName(row, lang) }))} />
        </Box>
        <Box title={t(($) => $.trend.activated)} note={t(($) => $.filters.days_30)}>
          <DayBars days={trend.map(({ day, activated: count }) => ({ day, count }))} tone="accent" />
        </Box>
        <Box
          title={t(($) => $.wall.online_24h)}
          note={online !== undefined && t(($) => $.cop.units, { count: online.asked_units })}
        >
          <OnlineLine hours={online?.list ?? []} />
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
            {alarms.codes.length === 0 && (
              <li className={css.none}>
                {alarms.alarms === 0 ? t(($) => $.codes.none) : t(($) => $.codes.uncoded, { count: alarms.alarms })}
              </li>
            )}
          </ul>
        </Box>
      </div>
    </div>
  )
}

/** What happened last; the newest slides in. */
function Events({ events }: { events: readonly FleetEvent[] }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const textOf = useEventText()
  if (events.length === 0) return <p className={css.none}>{t(($) => $.wall.no_events)}</p>
  return (
    <ol className={css.events}>
      {events.map((event) => (
        <li key={event.event_id} data-kind={event.kind}>
          <b>{textOf(event)}</b>
          <span>{[productOf(event, lang), event.agent_name].filter(Boolean).join(' · ')}</span>
          <span className={css.when}>
            <code>…{event.mac_end}</code> <Age at={event.at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
