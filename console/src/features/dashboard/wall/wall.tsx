import { api } from '@heatfleet/contract/api.ts'
import type { FleetEvent } from '@heatfleet/contract/dashboard/dashboard.ts'
import { Refusal } from '@heatfleet/contract/errors.ts'
import { type ReactNode, useRef } from 'react'
import { useRead } from '../../../cloud/call.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { Button } from '../../../ui/button.tsx'
import { useTicking } from '../../../ui/clock.ts'
import { zoneInUse } from '../../../ui/display.ts'
import { formatTime } from '../../../ui/format.ts'
import { withoutEmpty } from '../../../ui/list-request.ts'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { useRefresh } from '../use-refresh.ts'
import { EfficiencyPage } from './efficiency-page.tsx'
import { Figures } from './figures.tsx'
import { FleetPage } from './fleet-page.tsx'
import { MapPage } from './map-page.tsx'
import { Ticker } from './ticker.tsx'
import { useRotation } from './use-rotation.ts'
import { useScaledStage } from './use-scaled-stage.ts'
import css from './wall.module.css'
import type { WallSetup } from './wall-address.ts'
import { WallLogo } from './wall-logo.tsx'
import { Weather } from './weather.tsx'

/** How often the figures are counted anew where no change is pushed, ms. */
const WITHOUT_PUSH = { soon_ms: 10_000 }
/** So many times this interval without an answer, and the figures are marked as old. */
const OLD_AFTER = 4
const NO_EVENTS: readonly FleetEvent[] = []
const polled = (refetchInterval: number) => ({ refetchInterval, placeholder: 'keep' }) as const

type WallProps = {
  setup: WallSetup
  /** Buttons of who is signed in. */
  controls?: ReactNode
  /** Shown in place of the pages when the figures are refused. */
  onError?: (error: Error) => ReactNode
}

/** The fleet on a wall (product 3.3): pages that take turns, drawn for 1920 x 1080 and scaled to any screen; no menu, no personal data. */
export function Wall({ setup, controls, onError }: WallProps) {
  const t = useMessages('dashboard')
  const wall = useRef<HTMLElement>(null)
  const stage = useScaledStage(wall)
  const { page, choose, is_held, hold } = useRotation(setup.pages, setup.every_s)
  const part = withoutEmpty({ agent_id: setup.agent_id, region_code: setup.region_code })
  const { soon_ms, later_ms, alarms_ms } = useRefresh(WITHOUT_PUSH)
  const soon = polled(soon_ms)
  const status = useRead(api.deviceStatusCount, { query: part }, soon)
  const alarms = useRead(api.alarmCount, { query: part }, polled(alarms_ms))
  const products = useRead(api.productCount, { query: part }, soon)
  const agents = useRead(api.agentCount, { query: part }, soon)
  const regions = useRead(api.countryCount, { query: part }, soon)
  const trend = useRead(api.fleetTrend, { query: { ...part, days: 30, time_zone: zoneInUse() } }, soon)
  const online = useRead(api.onlineTrend, { query: part }, polled(later_ms))
  const events = useRead(api.fleetEvents, { query: part }, polled(alarms_ms))
  const fill = () => {
    if (document.fullscreenElement === null) void wall.current?.requestFullscreen()
    else void document.exitFullscreen()
  }
  // Without an answer the last figures stay, marked as old; a refusal ends them.
  const error = status.error ?? alarms.error ?? events.error
  const days = trend.data?.list ?? []
  const happened = events.data?.list ?? NO_EVENTS
  const name = setup.title || t(($) => $.wall.title)
  return (
    <section ref={wall} className={css.wall} data-theme="dark" aria-label={name}>
      <div className={css.stage} style={stage}>
        <header className={css.head}>
          <WallLogo agent_id={setup.agent_id} />
          <h1>{name}</h1>
          <Freshness at={status.data?.as_of} old_ms={OLD_AFTER * soon_ms} />
          <Weather part={part} />
          <Clock />
          <span className={css.controls}>
            {setup.pages.length > 1 && (
              <>
                {setup.pages.map((one) => (
                  <Button key={one} kind="text" aria-pressed={one === page} onClick={() => choose(one)}>
                    {t(($) => $.wall.pages[one])}
                  </Button>
                ))}
                <Button kind="text" aria-pressed={is_held} onClick={() => hold(!is_held)}>
                  {t(($) => $.wall[is_held ? 'turn' : 'hold'])}
                </Button>
              </>
            )}
            <Button kind="text" onClick={fill}>
              {t(($) => $.wall.full_screen)}
            </Button>
            {controls}
          </span>
        </header>
        {status.data !== undefined && alarms.data !== undefined && !(error instanceof Refusal) ? (
          <div className={css.body}>
            <Figures status={status.data} alarms={alarms.data} today={days.at(-1)} />
            {page === 'map' ? (
              <MapPage
                regions={regions.data?.list ?? []}
                part={part}
                poll={soon}
                events={happened}
                onOpen={() => hold(true)}
              />
            ) : page === 'efficiency' ? (
              <EfficiencyPage part={part} trend={days} co2={setup.co2} />
            ) : (
              <FleetPage
                alarms={alarms.data}
                products={products.data?.list ?? []}
                agents={agents.data?.list ?? []}
                regions={regions.data?.list ?? []}
                trend={days}
                online={online.data}
                events={happened.filter(({ kind }) => kind === 'alarm' || kind === 'offline')}
              />
            )}
            <Ticker events={happened} />
          </div>
        ) : error !== null ? (
          (onError?.(error) ?? (
            <ErrorState error={error} needs="bigscreen:view" onRetry={() => void status.refetch()} />
          ))
        ) : (
          <Loading rows={12} />
        )}
      </div>
    </section>
  )
}

/** When the figures were counted; old ones say so in red, whatever the reason. */
function Freshness({ at, old_ms }: { at: string | undefined; old_ms: number }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const is_old = useTicking((now) => (at !== undefined && now - Date.parse(at) > old_ms ? 'old' : '')) === 'old'
  if (at === undefined) return null
  return (
    <span className={css.fresh} data-old={is_old || undefined}>
      <i className={css.dot} />
      {t(($) => $.as_of, { time: formatTime(at, lang, 'exact') })}
    </span>
  )
}

function Clock() {
  const lang = useLanguage()
  const text = useTicking((now) => formatTime(now, lang, 'minute'))
  return <time className={css.clock}>{text}</time>
}
