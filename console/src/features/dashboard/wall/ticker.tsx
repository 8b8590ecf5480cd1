import type { FleetEvent } from '@heatfleet/contract/dashboard/dashboard.ts'
import { useLanguage, useMessages } from '../../../messages/messages.ts'
import { productOf } from '../../../messages/product-name.ts'
import { Age } from '../../../ui/age.tsx'
import { useEventText } from './event-text.ts'
import css from './ticker.module.css'

/** Events that fit a line of the wall. */
const SHOWN = 4

/** What happened last, in one line below every page; the newest first. */
export function Ticker({ events }: { events: readonly FleetEvent[] }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const textOf = useEventText()
  return (
    <ol className={css.ticker} aria-label={t(($) => $.wall.ticker)}>
      {events.slice(0, SHOWN).map((event) => (
        <li key={event.event_id} data-kind={event.kind} data-failed={event.outcome === 'failed' || undefined}>
          <b>{textOf(event)}</b>
          <span>{event.agent_name ?? productOf(event, lang)}</span>
          <code>…{event.mac_end}</code>
          <Age at={event.at} />
        </li>
      ))}
      {events.length === 0 && <li>{t(($) => $.wall.no_events)}</li>}
    </ol>
  )
}
