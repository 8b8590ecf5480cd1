import { api } from '@heatfleet/contract/api.ts'
import type { AgentService } from '@heatfleet/contract/distributors/agent-service.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import type { ReactNode } from 'react'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { zoneInUse } from '../../ui/display.ts'
import { formatDuration, formatNumber, UNKNOWN } from '../../ui/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import css from './distributors.module.css'
import { ServiceTrend } from './service-trend.tsx'

const FIGURES = ['online', 'active', 'alarm'] as const

const usePercent = () => {
  const lang = useLanguage()
  return (share: number) => `${formatNumber(share * 100, 0, lang)} %`
}

/** How a distributor does beside the others of its level, who stay nameless. */
export const PerformanceTab = ({ agent_id }: { agent_id: number }) => {
  const t = useMessages('distributors')
  const percent = usePercent()
  const { data, error, refetch } = useRead(api.agentPerformance, {
    params: { id: agent_id },
    query: { time_zone: zoneInUse() },
  })
  if (data === undefined)
    return error === null ? (
      <Loading rows={3} />
    ) : (
      <ErrorState error={error} needs="agent:view" onRetry={() => void refetch()} />
    )
  const { service } = data
  if (data.device_count === 0 && (service?.handled ?? 0) === 0)
    return <NeverAny title={t(($) => $.performance.no_devices)} />
  const ranks = [
    ...FIGURES.map((key) => data.figures[key]),
    ...(service ? [service.handling, service.satisfaction] : []),
  ]
  return (
    <>
      <div className={css.figures}>
        {FIGURES.map((key) => {
          const { share, not_worse_than } = data.figures[key]
          return (
            <Figure
              key={key}
              title={t(($) => $.performance[key])}
              value={share === null ? UNKNOWN : percent(share)}
              rank={{ not_worse_than, peers: data.peers }}
            />
          )
        })}
        {service !== null && <ServiceFigures service={service} />}
      </div>
      {service !== null && <ServiceTrend months={service.months} />}
      {ranks.some(({ not_worse_than }) => not_worse_than === null) && (
        <p className={css.quiet}>{t(($) => $.performance.few, { count: LIMITS.performance_peers_min })}</p>
      )}
    </>
  )
}

/** What became of the orders about its units. */
const ServiceFigures = ({ service }: { service: AgentService }) => {
  const t = useMessages('distributors')
  const lang = useLanguage()
  const percent = usePercent()
  const { handled, handling_ms, rated, satisfied } = service
  return (
    <>
      <Figure
        title={t(($) => $.performance.handling)}
        value={handling_ms === null ? UNKNOWN : formatDuration(handling_ms, lang, 2)}
        of={t(($) => $.performance.handled, { count: handled })}
        rank={service.handling}
      />
      <Figure
        title={t(($) => $.performance.satisfaction)}
        value={satisfied === null ? UNKNOWN : percent(satisfied)}
        of={t(($) => $.performance.rated, { count: rated })}
        rank={service.satisfaction}
      />
    </>
  )
}

type FigureProps = {
  title: string
  value: ReactNode
  /** What it was counted of. */
  of?: string
  rank: { peers: number; not_worse_than: number | null }
}

const Figure = ({ title, value, of, rank: { peers, not_worse_than } }: FigureProps) => {
  const t = useMessages('distributors')
  const percent = usePercent()
  return (
    <Panel title={title}>
      <div className={css.share}>{value}</div>
      {of !== undefined && <p className={css.quiet}>{of}</p>}
      {not_worse_than !== null && (
        <>
          <div className={css.track} aria-hidden="true">
            <i style={{ insetInlineStart: `calc(${not_worse_than * 100}% - ${not_worse_than * 3}px)` }} />
          </div>
          <p className={css.quiet}>
            {t(($) => $.performance.not_worse_than, { share: percent(not_worse_than), count: peers - 1 })}
          </p>
        </>
      )}
    </Panel>
  )
}
