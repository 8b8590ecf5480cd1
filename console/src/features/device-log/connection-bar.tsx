import { api } from '@heatfleet/contract/api.ts'
import { useMemo } from 'react'
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
  const lang = useLanguage()
  const body = useBody(mac, period)
  const { data } = useRead(api.deviceConnections, { body }, { placeholder: 'keep' })
  const [from, to] = [Date.parse(body.from), Date.parse(body.to)]
  const text =
    data === undefined
      ? ''
      : data.online_share === null
        ? t(($) => $.bar.unknown)
        : t(($) => $.bar.share, { share: formatShare(data.online_share, 1, lang), count: data.drops })
  return (
    <figure className={css.bar}>
      <figcaption>
        <span>{t(($) => $.bar.title)}</span>
        <span>{text}</span>
      </figcaption>
      <div className={css.stripe} role="img" aria-label={`${t(($) => $.bar.title)}: ${text}`}>
        {data?.spans.map((span) => (
          <span
            key={span.from}
            data-state={span.state}
            title={`${t(($) => $.bar.states[span.state])}: ${formatTime(span.from, lang, 'minute')} – ${formatTime(span.to, lang, 'minute')}`}
            style={{ width: `${(100 * (Date.parse(span.to) - Date.parse(span.from))) / (to - from)}%` }}
          />
        ))}
      </div>
      <div className={css.ends}>
        <time>{formatTime(from, lang, 'minute')}</time>
        <time>{formatTime(to, lang, 'minute')}</time>
      </div>
    </figure>
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

const LONGEST_DAYS = 92
