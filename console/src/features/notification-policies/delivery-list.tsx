import { api } from '@heatfleet/contract/api.ts'
import {
  DELIVERED_EVENTS,
  DELIVERY_KINDS,
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  isResendable,
} from '@heatfleet/contract/notification-policies/delivery.ts'
import { Link } from 'react-router'
import { listOf } from '../../lists/list.ts'
import { useTexts } from '../../lists/texts.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { numberParam } from '../../ui/filter-bar-params.ts'
import { UNKNOWN } from '../../ui/format.ts'
import { BellIcon, RefreshIcon } from '../../ui/icons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { StateChip, type Tone } from '../../ui/status.tsx'

/** What waits is looked at again so soon, ms. */
const WAITING_REFETCH_MS = 3_000

const TONES = {
  queued: 'accent',
  sent: 'ok',
  failed: 'bad',
  dead: 'bad',
  suppressed: 'neutral',
} as const satisfies Record<DeliveryState, Tone>

type Given = { onResend: (delivery: Delivery) => void }

const { list, column, filter } = listOf(api.deliveryList, 'notification-policies', (given: Given) => ({
  ...given,
  types: useTexts('alarms')(($) => $.types, { returnObjects: true }) as Readonly<Record<string, string>>,
}))

/** The delivery log. */
export const deliveries = list({
  name: 'notification-deliveries',
  needs: 'notification:view',
  shares_address: true,
  label: ({ t }) => t(($) => $.tabs.log),
  key: ({ delivery_id }) => delivery_id,
  title: ({ subject, channel_name, recipient }) => [subject, channel_name, recipient].filter(Boolean).join(' · '),
  refetch_ms: (data) => (data?.list.some(({ state }) => state === 'queued') === true ? WAITING_REFETCH_MS : false),
  summary: ({ t }, count, { more }) => t(($) => (more ? $.more : $.deliveries), { count }),
  never: ({ t }) => ({ icon: BellIcon, title: t(($) => $.never.log), text: t(($) => $.never.log_hint) }),
  sorted: { by: 'created_time', order: 'desc' },
  body: ({ sort_order }) => ({ sort_order }),
  visible: 5,
  filters: {
    period: filter.days('from', 'to', { label: ({ t }) => t(($) => $.filters.time) }),
    state: filter.choice(DELIVERY_STATES).text(({ t }, code) => t(($) => $.states[code])),
    channel_kind: filter.choice(DELIVERY_KINDS).text(({ t }, code) => t(($) => $.kinds[code])),
    event: filter.choice(DELIVERED_EVENTS).text(({ t }, code) => t(($) => $.events[code])),
    mac: filter.text(40),
    recipient: filter.text(100),
    alarm_id: filter.hidden(numberParam),
  },
  columns: {
    created_time: column.time(186, { fixed: 'start', always: true, sort: 'created_time' }),
    event: column.word(150, ({ t }) => t(($) => $.events, { returnObjects: true })),
    severity: column.word(100, ({ t }) => t(($) => $.severities, { returnObjects: true })),
    subject: column.textOf(150, ({ subject }, { types }) => types[subject] ?? subject),
    device_name: column.custom(150, ({ mac, device_name }) =>
      mac === null ? UNKNOWN : <Link to={`/device/device-detail/${mac}`}>{device_name || mac}</Link>,
    ),
    policy_name: column.text(150),
    channel_kind: column.word(140, ({ t }) => t(($) => $.kinds, { returnObjects: true })),
    channel_name: column.text(140),
    recipient: column.text(140),
    recipient_address: column.text(190),
    state: column.custom(140, ({ state }, { t }) => (
      <StateChip tone={TONES[state]}>{t(($) => $.states[state])}</StateChip>
    )),
    reason: column.textOf(200, ({ reason }, { t }) => (reason === null ? null : t(($) => $.reasons[reason]))),
    answer: column.text(220),
    attempts: column.number(80),
    sent_time: column.age(110),
    due_time: column.time(186, { by_default: false }),
    together: column.number(110, { by_default: false }),
    step: column.textOf(100, ({ step }, { t }) => (step === 0 ? null : t(($) => $.step, { step })), {
      by_default: false,
    }),
    mac: column.text(160, { by_default: false }),
    message_id: column.code(290, { by_default: false }),
    actions: column.actions((delivery, given) => <DeliveryMenu delivery={delivery} {...given} />),
  },
  export: { kind: 'notification-log', needs: 'notification:view' },
})

function DeliveryMenu({ delivery, onResend }: { delivery: Delivery } & Given) {
  const t = useMessages('notification-policies')
  const missing = useMissingPermission('notification:edit')
  const { state, channel_kind, subject } = delivery
  const why_not =
    channel_kind === 'in_app'
      ? t(($) => $.resend.in_app)
      : isResendable(state)
        ? undefined
        : t(($) => (state === 'queued' ? $.resend.waits : $.resend.never))
  return (
    <RowActions
      label={t(($) => $.actions_of, { name: subject })}
      items={[
        {
          key: 'resend',
          label: t(($) => $.resend.action),
          icon: RefreshIcon,
          disabledReason: missing ?? why_not,
          onSelect: () => onResend(delivery),
        },
      ]}
    />
  )
}
