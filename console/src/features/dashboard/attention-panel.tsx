import { api } from '@heatfleet/contract/api.ts'
import type { Attention, AttentionReason } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { useLanguage, useMessages } from '../../messages/messages.ts'
import { productOf } from '../../messages/product-name.ts'
import { Age } from '../../ui/age.tsx'
import { formatTime } from '../../ui/format.ts'
import { SuccessIcon } from '../../ui/icons.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type PlainColumn, PlainTable } from '../../ui/plain-table.tsx'
import { ErrorState, Loading, NeverAny } from '../../ui/states.tsx'
import { type Shape, StateChip, type Tone } from '../../ui/status.tsx'
import { devicePath } from './fleet-part.ts'
import css from './front-page.module.css'

/** Codes shown of the alarms of one unit; the others are counted. */
const CODES_SHOWN = 2

const MARKS = {
  alarm: { tone: 'bad', shape: 'triangle' },
  bus_lost: { tone: 'bad', shape: 'triangle' },
  offline: { tone: 'neutral', shape: 'hollow' },
  card_expired: { tone: 'warn', shape: 'none' },
  card_ending: { tone: 'warn', shape: 'none' },
  unrecognized: { tone: 'warn', shape: 'triangle' },
  not_activated: { tone: 'neutral', shape: 'dashed' },
} as const satisfies Record<AttentionReason, { tone: Tone; shape: Shape }>

type Reason = Attention['reasons'][number]

/** The most urgent units, why, and what to do next. */
export function AttentionPanel({ part, refresh_ms }: { part: FleetPart; refresh_ms: number }) {
  const t = useMessages('dashboard')
  const lang = useLanguage()
  const request = { query: part }
  const { data, error, refetch } = useRead(api.attentionList, request, {
    refetchInterval: refresh_ms,
    placeholder: 'keep',
  })
  const columns: PlainColumn<Attention>[] = [
    {
      key: 'unit',
      title: t(($) => $.attention.unit),
      least_px: 130,
      cell: (unit) => (
        <span className={css.unit}>
          <Link to={devicePath(unit.mac)}>{unit.device_name || unit.mac}</Link>
          <span className={css.weak}>{[productOf(unit, lang), unit.agent_name].filter(Boolean).join(' · ')}</span>
        </span>
      ),
    },
    {
      key: 'reasons',
      title: t(($) => $.attention.reasons),
      least_px: 110,
      cell: ({ reasons }) => (
        <span className={css.reasons}>
          {reasons.map((reason) => (
            <ReasonChip key={reason.reason} reason={reason} />
          ))}
        </span>
      ),
    },
    {
      key: 'since',
      title: t(($) => $.attention.since),
      cell: ({ reasons: [first] }) =>
        first?.reason === 'card_ending' ? formatTime(first.since, lang, 'date') : <Age at={first?.since} />,
    },
    {
      key: 'next',
      title: t(($) => $.attention.next),
      cell: ({ mac, reasons: [first] }) =>
        first === undefined ? null : <Link to={devicePath(mac)}>{t(($) => $.attention.step[first.reason])}</Link>,
    },
  ]
  const count = data?.list.length ?? 0
  return (
    <Panel
      flush
      title={t(($) => $.attention.title)}
      note={count === 0 ? undefined : t(($) => $.attention.note, { count })}
    >
      {error !== null && data === undefined ? (
        <ErrorState error={error} needs="device:view" onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Loading rows={6} />
      ) : (
        <PlainTable
          label={t(($) => $.attention.title)}
          columns={columns}
          rows={data.list}
          keyOf={({ mac }) => mac}
          empty={
            <NeverAny icon={SuccessIcon} title={t(($) => $.attention.none)} text={t(($) => $.attention.none_hint)} />
          }
        />
      )}
    </Panel>
  )
}

function ReasonChip({ reason: { reason, codes } }: { reason: Reason }) {
  const t = useMessages('dashboard')
  // Keys of alarms; people know them as codes.
  const named = codes.map((code) => code.toUpperCase())
  const shown = named.slice(0, CODES_SHOWN).join(', ')
  const more = codes.length > CODES_SHOWN ? ` +${codes.length - CODES_SHOWN}` : ''
  return (
    <StateChip {...MARKS[reason]} title={named.join(', ')}>
      {reason === 'alarm' && shown !== '' ? `${shown}${more}` : t(($) => $.attention.reason[reason])}
    </StateChip>
  )
}
