import { api } from '@heatfleet/contract/api.ts'
import type { Attention, AttentionReason } from '@heatfleet/contract/dashboard/dashboard.ts'
import type { FleetPart } from '@heatfleet/contract/dashboard/statistics.ts'
import type { Permission } from '@heatfleet/contract/permissions.ts'
import { Link } from 'react-router'
import { useRead } from '../../cloud/call.ts'
import { usePermission } from '../../cloud/session.ts'
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

type Step = { path: (mac: string) => string; needs?: Permission }
const toTab = (tab: string) => (mac: string) => `${devicePath(mac)}?tab=${tab}`
const RENEW: Step = { path: (mac) => `/device/iccid-manage?mac=${mac}`, needs: 'iccid:renew' }

/** Where the next step is taken; who may not take it asks, on the page of the unit. */
const STEPS: Readonly<Record<AttentionReason, Step>> = {
  alarm: { path: toTab('alarms') },
  bus_lost: { path: toTab('diagnosis') },
  offline: { path: toTab('diagnosis') },
  card_expired: RENEW,
  card_ending: RENEW,
  unrecognized: { path: toTab('model'), needs: 'model:detect' },
  not_activated: { path: toTab('ownership') },
}

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
      least_px: 120,
      cell: ({ mac, reasons: [first] }) => first !== undefined && <NextStep mac={mac} reason={first.reason} />,
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

function NextStep({ mac, reason }: { mac: string; reason: AttentionReason }) {
  const t = useMessages('dashboard')
  const { path, needs } = STEPS[reason]
  if (usePermission(needs ?? null)) return <Link to={path(mac)}>{t(($) => $.attention.step[reason])}</Link>
  const asked = reason === 'unrecognized' ? 'model' : 'card'
  return <Link to={devicePath(mac)}>{t(($) => $.attention.ask[asked])}</Link>
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
