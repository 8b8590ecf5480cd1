import { api } from '@heatfleet/contract/api.ts'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useConnection } from '../../cloud/socket.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Button } from '../../ui/button.tsx'
import { useTicking } from '../../ui/clock.ts'
import { zoneInUse } from '../../ui/display.ts'
import { formatTime } from '../../ui/format.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import css from './big-screen.module.css'
import { BigScreenBody } from './big-screen-body.tsx'
import { useScaledStage } from './use-scaled-stage.ts'

/** How often the figures are counted anew, and the age from which they are marked as old, ms. */
const REFRESH_MS = 10_000
const OLD_MS = 45_000

/** The fleet on a wall (product 3.3): drawn for 1920 x 1080 and scaled to any screen; no menu, no personal data. */
export function Component() {
  const t = useMessages('dashboard')
  const navigate = useNavigate()
  const wall = useRef<HTMLElement>(null)
  const stage = useScaledStage(wall)
  const poll = { refetchInterval: REFRESH_MS, placeholder: 'keep' } as const
  const status = useRead(api.deviceStatusCount, { query: {} }, poll)
  const alarms = useRead(api.alarmCount, { query: {} }, poll)
  const products = useRead(api.productCount, { query: {} }, poll)
  const agents = useRead(api.agentCount, { query: {} }, poll)
  const regions = useRead(api.countryCount, { query: {} }, poll)
  const trend = useRead(api.fleetTrend, { query: { days: 30, time_zone: zoneInUse() } }, poll)
  const events = useRead(api.fleetEvents, { query: {} }, poll)
  const fill = () => {
    if (document.fullscreenElement === null) void wall.current?.requestFullscreen()
    else void document.exitFullscreen()
  }
  const error = status.error ?? alarms.error ?? events.error
  return (
    <section ref={wall} className={css.wall} data-theme="dark" aria-label={t(($) => $.wall.title)}>
      <div className={css.stage} style={stage}>
        <header className={css.head}>
          <h1>{t(($) => $.wall.title)}</h1>
          <Freshness at={status.data?.as_of} />
          <Clock />
          <span className={css.controls}>
            <Button kind="text" onClick={fill}>
              {t(($) => $.wall.full_screen)}
            </Button>
            <Button
              kind="text"
              icon={CloseIcon}
              label={t(($) => $.wall.leave)}
              onClick={() => void navigate('/dashboard/front-page')}
            />
          </span>
        </header>
        {status.data !== undefined && alarms.data !== undefined ? (
          <BigScreenBody
            status={status.data}
            alarms={alarms.data}
            products={products.data?.list ?? []}
            agents={agents.data?.list ?? []}
            regions={regions.data?.list ?? []}
            trend={trend.data?.list ?? []}
            events={events.data?.list ?? []}
          />
        ) : error !== null ? (
          <ErrorState error={error} needs="bigscreen:view" onRetry={() => void status.refetch()} />
        ) : (
          <Loading rows={12} />
        )}
      </div>
    </section>
  )
}

/** When the figures were counted; old ones say so in red, whatever the reason. */
function Freshness({ at }: { at: string | undefined }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const { state } = useConnection()
  const is_old = useTicking((now) => (at !== undefined && now - Date.parse(at) > OLD_MS ? 'old' : '')) === 'old'
  if (at === undefined) return null
  return (
    <span className={css.fresh} data-old={is_old || state !== 'live' || undefined}>
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
