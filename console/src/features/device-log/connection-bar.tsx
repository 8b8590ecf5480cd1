import { api } from '@heatfleet/contract/api.ts'
import type { ConnectionSpan } from '@heatfleet/contract/device-log/device-log.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { formatShare, formatTime } from '../../ui/format.ts'
import css from './device-log.module.css'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DEFAULT_DAYS = 7

type Period = { from?: string | undefined; to?: string | undefined }

/** When a unit was on line in a period, by default the last seven days: a bar, and its share as text. */
export function ConnectionBar({ mac, period }: { mac: string; period: Period }) {
  const t = useMessages('device-log')
  const { body, spans, text } = useConnections(mac, period)
  return (
    <figure className={css.bar}>
      <figcaption>
        <span>{t(($) => $.bar.title)}</span>
        <span>{text}</span>
      </figcaption>
      <Stripe name={t(($) => $.bar.title)} body={body} spans={spans} text={text} />
      <Ends {...body} />
    </figure>
  )
}

/** The same of several units, one below the other; beyond {@link LIMITS.device_log_strips_max} the first of them. */
export function ConnectionStrips({
  units,
  period,
}: {
  units: readonly { mac: string; name: string }[]
  period: Period
}) {
  const t = useMessages('device-log')
  const shown = units.slice(0, LIMITS.device_log_strips_max)
  const body = useBody('', period)
  return (
    <figure className={css.bar}>
      <figcaption>
        <span>{t(($) => $.bar.title)}</span>
        {shown.length < units.length && (
          <span>{t(($) => $.bar.first, { count: shown.length, total: units.length })}</span>
        )}
      </figcaption>
      <div className={css.strips}>
        {shown.map(({ mac, name }) => (
          <Strip key={mac} mac={mac} name={name} period={period} />
        ))}
        <Ends {...body} />
      </div>
    </figure>
  )
}

function Strip({ mac, name, period }: { mac: string; name: string; period: Period }) {
  const { body, spans, text } = useConnections(mac, period)
  return (
    <div className={css.strip}>
      <Link className={css.strip_unit} to={`/device/device-detail/${mac}?tab=log`} title={mac}>
        {name}
      </Link>
      <Stripe name={name} body={body} spans={spans} text={text} />
      <span className={css.strip_share}>{text}</span>
    </div>
  )
}

const useConnections = (mac: string, period: Period) => {
  const t = useMessages('device-log')
  const lang = useLanguage()
  const body = useBody(mac, period)
  const { data, error } = useRead(api.deviceConnections, { body }, { placeholder: 'keep' })
  const text =
    data === undefined
      ? error === null
        ? ''
        : t(($) => $.bar.unknown)
      : data.online_share === null
        ? t(($) => $.bar.unknown)
        : t(($) => $.bar.share, { share: formatShare(data.online_share, 1, lang), count: data.drops })
  return { body, spans: data?.spans ?? [], text }
}

type StripeProps = { name: string; body: { from: string; to: string }; spans: readonly ConnectionSpan[]; text: string }

function Stripe({ name, body, spans, text }: StripeProps) {
  const t = useMessages('device-log')
  const lang = useLanguage()
  const [from, to] = [Date.parse(body.from), Date.parse(body.to)]
  return (
    <div className={css.stripe} role="img" aria-label={`${name}: ${text}`}>
      {spans.map((span) => (
        <span
          key={span.from}
          data-state={span.state}
          title={`${t(($) => $.bar.states[span.state])}: ${formatTime(span.from, lang, 'minute')} – ${formatTime(span.to, lang, 'minute')}`}
          style={{ width: `${(100 * (Date.parse(span.to) - Date.parse(span.from))) / (to - from)}%` }}
        />
      ))}
    </div>
  )
}

function Ends({ from, to }: { from: string; to: string }) {
  const lang = useLanguage()
  return (
    <div className={css.ends}>
      <time>{formatTime(from, lang, 'minute')}</time>
      <time>{formatTime(to, lang, 'minute')}</time>
    </div>
  )
}

/** The period in whole minutes, so that drawing again is no new request; no longer than the server answers. */
const useBody = (mac: string, { from, to }: Period) =>
  useMemo(() => {
    const now = Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS
    const end = Math.min(to === undefined ? now : Date.parse(to), now)
    const start = from === undefined ? end - DEFAULT_DAYS * DAY_MS : Date.parse(from)
    const begin = Math.max(Math.min(start, end - MINUTE_MS), end - LONGEST_DAYS * DAY_MS)
    return { mac, from: new Date(begin).toISOString(), to: new Date(end).toISOString() }
  }, [mac, from, to])

const LONGEST_DAYS = LIMITS.connection_days_max
