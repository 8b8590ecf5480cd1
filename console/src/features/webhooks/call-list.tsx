import { api } from '@heatfleet/contract/api.ts'
import { WEBHOOK_EVENTS } from '@heatfleet/contract/webhooks/payload.ts'
import {
  isRepeatable,
  WEBHOOK_CALL_STATES,
  type WebhookCall,
  type WebhookCallState,
} from '@heatfleet/contract/webhooks/webhook-call.ts'
import { Link } from 'react-router'
import { listOf } from '../../lists/list.ts'
import { useTexts } from '../../lists/texts.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { numberParam } from '../../ui/filter-bar-params.ts'
import { UNKNOWN } from '../../ui/format.ts'
import { CurveIcon, EyeIcon, RefreshIcon } from '../../ui/icons.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { StateChip, type Tone } from '../../ui/status.tsx'

/** What waits is looked at again so soon, ms. */
const WAITING_REFETCH_MS = 3_000

export const CALL_TONES = {
  queued: 'accent',
  sent: 'ok',
  dead: 'bad',
  suppressed: 'neutral',
} as const satisfies Record<WebhookCallState, Tone>

type Given = { onResend: (call: WebhookCall) => void; onShow: (call: WebhookCall) => void }

const { list, column, filter } = listOf(api.webhookCallList, 'webhooks', (given: Given) => ({
  ...given,
  types: useTexts('alarms')(($) => $.types, { returnObjects: true }) as Readonly<Record<string, string>>,
}))

/** The delivery log of webhooks. */
export const webhookCalls = list({
  name: 'webhook-calls',
  needs: 'webhook:view',
  shares_address: true,
  label: ({ t }) => t(($) => $.tabs.log),
  key: ({ call_id }) => call_id,
  title: ({ subject, webhook_name }) => [subject, webhook_name].filter(Boolean).join(' · '),
  refetch_ms: (data) => (data?.list.some(({ state }) => state === 'queued') === true ? WAITING_REFETCH_MS : false),
  summary: ({ t }, count, { more }) => t(($) => (more ? $.more : $.calls), { count }),
  never: ({ t }) => ({ icon: CurveIcon, title: t(($) => $.never.log), text: t(($) => $.never.log_hint) }),
  sorted: { by: 'created_time', order: 'desc' },
  body: ({ sort_order }) => ({ sort_order }),
  filters: {
    period: filter.days('from', 'to', { label: ({ t }) => t(($) => $.filters.time) }),
    state: filter.choice(WEBHOOK_CALL_STATES).text(({ t }, code) => t(($) => $.call_states[code])),
    event: filter.choice(WEBHOOK_EVENTS).text(({ t }, code) => t(($) => $.events[code])),
    mac: filter.text(40),
    webhook_id: filter.hidden(numberParam),
  },
  columns: {
    created_time: column.time(186, { fixed: 'start', always: true, sort: 'created_time' }),
    webhook_name: column.text(150),
    event: column.word(170, ({ t }) => t(($) => $.events, { returnObjects: true })),
    subject: column.textOf(140, ({ subject }, { types }) => types[subject] ?? subject),
    device_name: column.custom(150, ({ mac, device_name }) =>
      mac === null ? UNKNOWN : <Link to={`/device/device-detail/${mac}`}>{device_name || mac}</Link>,
    ),
    state: column.custom(130, ({ state }, { t }) => (
      <StateChip tone={CALL_TONES[state]}>{t(($) => $.call_states[state])}</StateChip>
    )),
    status: column.number(100),
    answer: column.text(200),
    reason: column.textOf(190, ({ reason }, { t }) => (reason === null ? null : t(($) => $.reasons[reason]))),
    took_ms: column.number(90, { unit: 'ms' }),
    attempts: column.number(80),
    due_time: column.time(186, { by_default: false }),
    sent_time: column.age(110),
    mac: column.text(160, { by_default: false }),
    message_id: column.code(290, { by_default: false }),
    actions: column.actions((call, given) => <CallMenu call={call} {...given} />),
  },
})

function CallMenu({ call, onResend, onShow }: { call: WebhookCall } & Given) {
  const t = useMessages('webhooks')
  const missing = useMissingPermission('webhook:edit')
  const { state, subject, event } = call
  const why_not = isRepeatable(state) ? undefined : t(($) => (state === 'queued' ? $.resend.waits : $.resend.never))
  return (
    <RowActions
      label={t(($) => $.actions_of, { name: subject || t(($) => $.events[event]) })}
      items={[
        { key: 'show', label: t(($) => $.call.open), icon: EyeIcon, onSelect: () => onShow(call) },
        {
          key: 'resend',
          label: t(($) => $.resend.action),
          icon: RefreshIcon,
          disabledReason: missing ?? why_not,
          onSelect: () => onResend(call),
        },
      ]}
    />
  )
}
