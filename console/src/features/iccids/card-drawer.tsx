import { api } from '@heatfleet/contract/api.ts'
import type { IccidEvent, IccidInfo } from '@heatfleet/contract/iccids/card.ts'
import { ICCID_STATES } from '@heatfleet/contract/transitions.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { Age } from '../../ui/age.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { Facts } from '../../ui/facts.tsx'
import { formatNumber, formatTime } from '../../ui/format.ts'
import { Identifier } from '../../ui/identifier.tsx'
import { ErrorState, Loading } from '../../ui/states.tsx'
import { StateChip } from '../../ui/status.tsx'
import { DaysLeft, STATE_TONES } from './expiry.tsx'
import css from './iccids.module.css'

/** A card with its traffic, what happened to it, and the units that report it. */
export function CardDrawer({ card_id, onClose }: { card_id: number; onClose: () => void }) {
  const t = useMessages('iccids')
  const { data, error, refetch } = useRead(api.iccidInfo, { params: { id: card_id } })
  return (
    <Drawer open width={640} title={data?.iccid ?? t(($) => $.title)} onClose={onClose}>
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <ErrorState error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <Content card={data} />
      )}
    </Drawer>
  )
}

function Content({ card }: { card: IccidInfo }) {
  const t = useMessages('iccids')
  const lang = useLanguage()
  const megabytes = (mb: number | null) => (mb === null ? null : `${formatNumber(mb, 1, lang)} MB`)
  const day = (time: string | null) => (time === null ? null : formatTime(time, lang, 'date'))
  return (
    <>
      <section className={css.section} aria-label={t(($) => $.drawer.facts)}>
        <Facts
          items={[
            { label: t(($) => $.columns.iccid), value: <Identifier id={card.iccid} /> },
            {
              label: t(($) => $.columns.status),
              value: <StateChip tone={STATE_TONES[card.status]}>{t(($) => $.states[card.status])}</StateChip>,
            },
            { label: t(($) => $.columns.expired_day), value: <DaysLeft expired_day={card.expired_day} /> },
            { label: t(($) => $.columns.expiration_time), value: day(card.expiration_time) },
            { label: t(($) => $.columns.activation_time), value: day(card.activation_time) },
            { label: t(($) => $.columns.operator), value: card.operator },
            { label: t(($) => $.columns.plan), value: card.plan },
            { label: t(($) => $.columns.msisdn), value: card.msisdn },
            { label: t(($) => $.columns.traffic_used_mb), value: megabytes(card.traffic_used_mb) },
            { label: t(($) => $.columns.traffic_total_mb), value: megabytes(card.traffic_total_mb) },
            {
              label: t(($) => $.columns.mac),
              value: card.mac === null ? t(($) => $.drawer.no_unit) : <Unit mac={card.mac} name={card.device_name} />,
            },
            { label: t(($) => $.columns.agent_name), value: card.agent_name ?? t(($) => $.manufacturer) },
            { label: t(($) => $.columns.last_sync_time), value: <Age at={card.last_sync_time} /> },
            { label: t(($) => $.columns.marks), value: card.marks.map((mark) => t(($) => $.marks[mark])).join(', ') },
            { label: t(($) => $.columns.remark), value: card.remark, wide: true },
          ]}
        />
      </section>
      <section className={css.section}>
        <h3>{t(($) => $.drawer.traffic)}</h3>
        <Traffic traffic={card.traffic} />
      </section>
      <section className={css.section}>
        <h3>{t(($) => $.drawer.reported_by)}</h3>
        {card.reported_by.length === 0 ? (
          <span className={css.weak}>{t(($) => $.drawer.reported_by_none)}</span>
        ) : (
          card.reported_by.map(({ mac, device_name }) => <Unit key={mac} mac={mac} name={device_name} />)
        )}
      </section>
      <section className={css.section}>
        <h3>{t(($) => $.drawer.history)}</h3>
        {card.history.length === 0 && <span className={css.weak}>{t(($) => $.drawer.history_none)}</span>}
        <ol className={css.history}>
          {card.history.map((event) => (
            <HistoryLine key={event.event_id} event={event} />
          ))}
        </ol>
      </section>
    </>
  )
}

const Unit = ({ mac, name }: { mac: string; name: string }) => (
  <Link to={`/device/device-detail/${mac}`}>{name === '' ? mac : `${name} · ${mac}`}</Link>
)

/** A bar for each day, and the same as text. */
function Traffic({ traffic }: Pick<IccidInfo, 'traffic'>) {
  const t = useMessages('iccids')
  const lang = useLanguage()
  if (traffic.length === 0) return <span className={css.weak}>{t(($) => $.drawer.traffic_none)}</span>
  const most = Math.max(...traffic.map(({ mb }) => mb), 0.001)
  const textOf = ({ day, mb }: (typeof traffic)[number]) =>
    t(($) => $.drawer.traffic_day, { day, mb: formatNumber(mb, 2, lang) })
  return (
    <div className={css.bars} role="img" aria-label={traffic.map(textOf).join('; ')}>
      {traffic.map((one) => (
        <span key={one.day} title={textOf(one)} style={{ height: `${(100 * one.mb) / most}%` }} />
      ))}
    </div>
  )
}

function HistoryLine({ event: { what, from, to, at, user_name } }: { event: IccidEvent }) {
  const t = useMessages('iccids')
  const lang = useLanguage()
  const stateText = (code: string) => {
    const state = ICCID_STATES.find((known) => known === code)
    return state === undefined ? code : t(($) => $.states[state])
  }
  const dayText = (time: string) => (time === '' ? t(($) => $.no_time) : formatTime(time, lang, 'date'))
  const text = () => {
    if (what === 'status') return t(($) => $.events.status, { from: stateText(from), to: stateText(to) })
    if (what === 'renewed') return t(($) => $.events.renewed, { from: dayText(from), to: dayText(to) })
    if (what === 'reminded') return t(($) => $.events.reminded, { count: Number(to) })
    return t(($) => $.events[what], { from: from || '…', to: to || '…' })
  }
  return (
    <li>
      <span>{text()}</span>
      <span className={css.weak}>
        {user_name || t(($) => $.by_system)} · <Age at={at} />
      </span>
    </li>
  )
}
